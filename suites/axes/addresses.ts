import type { Table } from '../../harness/authoring/index.ts'

/** Names each address after itself. */
function named(addresses: readonly string[]): Table<string> {
  return Object.fromEntries(addresses.map((address) => [JSON.stringify(address), address]))
}

/** Every shape of address that people have: a service has to take them, and to keep them. */
export const ADDRESSES: Table<string> = {
  ...named([
    ...[
      'a@example.com',
      'al@example.com',
      'ada@example.org',
      'Ada.Lovelace@example.com',
      'ADA.LI@example.com',
    ],
    ...['ada1@example.com', '1815@example.com', '007@example.com', '1ada@example.com', 'ada.1@example.com'],
    ...['a.d.a@example.com', 'ada+gifts@example.com', 'ada+a+b@example.com', 'ada+2024-01@example.com'],
    ...['ada.lovelace+news@example.com', 'ada-lovelace@example.com', 'ada_lovelace@example.com'],
    ...[
      'ada__l@example.com',
      'ada--l@example.com',
      '_ada@example.com',
      'ada_@example.com',
      'ada-@example.com',
    ],
    ...["o'brien@example.com", "d'arc+1@example.org", 'ada@mail.example.com', 'ada@a.b.example.com'],
    ...['ada@my-charity.example.com', 'ada@example-1.com', 'ada@123.example.com', 'ada@4you.example.com'],
    ...[
      'ada.k@EXAMPLE.com',
      'ada@Mail.Example.Org',
      'ada@example.de',
      'ada@example.co.uk',
      'ada@x.example.io',
      'ada@web24.example.de',
      'ada@xn--bcher-kva.example.com',
      'ada@mail.example-1.com',
      'ada@x.a1.example.com',
    ],
    ...[
      'test@example.com',
      'test1@example.org',
      'ada@example.museum',
      'ada@example.photography',
      'ada@example.international',
      'ada@e.org',
    ],
    ...[
      '1_ada@example.com',
      'null@example.com',
      'no-reply@example.com',
      'admin@example.com',
      'info@example.com',
      'n@n.example.net',
    ],
  ]),
  'a local part of 32 characters': `${'ada.lovelace-'.repeat(3).slice(0, 31)}s@example.com`,
  'a local part of 64 characters': `${'adalovelace.'.repeat(6).slice(0, 63)}s@example.com`,
  'an address of 50 characters': `${'ada.lovelace.'.repeat(3).slice(0, 37)}s@example.com`,
  'an address of 64 characters': `${'ada.lovelace.'.repeat(4).slice(0, 51)}s@example.com`,
  'an address of 100 characters': `ada.lovelace@${`${'charity'.repeat(5)}.`.repeat(2)}${'x'.repeat(3)}.example.com`,
}

/**
 * Addresses that libraries shorten or decode, too long to be anybody's: who knows the rules of a provider may refuse
 * them, but nobody may alter them.
 */
export const PROVIDER_ADDRESSES: Table<string> = named([
  'nobody.of.that.name.lives.here.any.more+gifts@gmail.com',
  'Nobody.of.that.name.lives.here.any.more@googlemail.com',
  'nobody-of-that-name-lives-here-any-more-gifts@yahoo.com',
  'nobody.of.that.name.lives.here.any.more+gifts@outlook.com',
  'nobody.of.that.name.lives.here.any.more+gifts@icloud.com',
  'r&d.nobody.of.that.name.lives.here.any.more@example.com',
  // An escape to who takes it for a part of a URL.
  'nobody.of.that.name%41lives.here.any.more@example.com',
])

/**
 * Every shape that is no address, by any grammar in use: dots at the ends of a local part are left out, which the forms
 * of browsers take, as are quoted and commented ones.
 */
export const NO_ADDRESSES: Table<string> = named([
  ...['nobody', 'ada%40example.com', 'Ada Lovelace', 'ada.example.com', 'ada＠example.com'],
  ...['ada at example.com', 'ada(at)example.com', '@'],
  ...['@example.com', 'ada@', 'ada@@example.com', 'ada@bob@example.com', 'ada@example.com@example.org'],
  ...[
    'ada lovelace@example.com',
    'ada @example.com',
    'ada@ example.com',
    'ada@exam ple.com',
    'ada@example .com',
  ],
  ...[
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@.',
    'ada@-',
    'ada"l@example.com',
    'ada;l@example.com',
    'ada\\l@example.com',
    'ada\tl@example.com',
  ],
  ...['Ada <ada@example.com>', '<ada@example.com>', '"Ada" <ada@example.com>', 'mailto:ada@example.com'],
  ...[
    'ada.lovelace.of.the.engines@example.com, charles.babbage@example.org',
    'ada@example.com,bob@example.org',
    'ada@example.com;bob@example.org',
  ],
  ...[
    'ada@example.com bob@example.org',
    'ada@example,com',
    'ada,l@example.com',
    'ada@example.com>',
    'ada@example.com,',
  ],
  ...[
    'ada@example.com\nbcc: bob@example.org',
    'ada\nl@example.com',
    'https://example.com',
    'ada@exa<mple.com',
  ],
  ...[
    'ada@example.com/x',
    'ada@example_;com',
    'ada@exam#ple.com',
    'ada@example.com?subject=x',
    'ada@(example).com',
  ],
])
