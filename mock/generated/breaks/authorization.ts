import { combine, replace } from '../../policies/replace.ts'
import { type Breakage, breakage, type Condition, fine } from '../condition.ts'

type Texts = readonly Condition<string>[]

const PRINTABLE = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index))

const codeOf = (character: string) => character.charCodeAt(0).toString(16)

/** What a state looks like. */
const STATES: Texts = [
  ...fine<string>(
    'character',
    PRINTABLE.map((one) => [`holds-${codeOf(one)}`, `it holds ${one}`, (state) => state.includes(one)]),
  ),
  ...fine<string>('character', [
    ['holds-20', 'it holds a blank', (state) => state.includes(' ')],
    ['escape', 'it holds a percent escape', (state) => /%[\da-f]{2}/i.test(state)],
    ['twice-20', 'it holds two blanks in a row', (state) => state.includes('  ')],
    ['first-20', 'it begins with a blank', (state) => state.startsWith(' ')],
    ['last-20', 'it ends with a blank', (state) => state.endsWith(' ')],
  ]),
  ...fine<string>(
    'length',
    [32, 64, 100, 128, 200, 255, 256, 500].map((most) => [
      `over-${most}`,
      `it has more than ${most} characters`,
      (state) => state.length > most,
    ]),
  ),
  ...fine<string>('length', [
    ['of-1', 'it has one character', (state) => state.length === 1],
    ['of-512', 'it has 512 characters', (state) => state.length === 512],
  ]),
  ...fine<string>(
    'word',
    ['0', '1', 'null', 'undefined', 'true', 'false', 'NaN'].map((word) => [
      `is-${word}`,
      `it is ${word}`,
      (state) => state === word,
    ]),
  ),
]

const CHANGES: Readonly<Record<string, readonly [string, (state: string) => string | undefined]>> = {
  cut: ['loses its last character', (state) => state.slice(0, -1)],
  appended: ['gets a character more', (state) => `${state}x`],
  dropped: ['does not come back', () => undefined],
}

const states = Object.entries(CHANGES).map(([name, [words, change]]) =>
  breakage<string>({
    requirement: 'AUTHZ-2',
    name: `state-${name}`,
    description: `the state ${words}`,
    conditions: STATES,
    apply: (when) =>
      replace('authorization', ({ keepState }) => ({
        keepState(parameters) {
          const state = keepState(parameters)
          return state === undefined || !when(state) ? state : change(state)
        },
      })),
  }),
)

const RESPONSE_TYPES: Texts = fine('response-type', [
  ['token', 'it is token', (given) => given === 'token'],
  ['id-token', 'it is id_token', (given) => given === 'id_token'],
  ['none', 'it is none', (given) => given === 'none'],
  ['missing', 'it is missing', (given) => given === ''],
  ['capitals', 'it is in capitals', (given) => given === 'CODE'],
  ['capital', 'it begins with a capital', (given) => given === 'Code'],
  ['code-token', 'it is code and token', (given) => given === 'code token'],
  ['token-code', 'it is token and code', (given) => given === 'token code'],
  ['code-id-token', 'it is code and id_token', (given) => given === 'code id_token'],
  ['id-token-code', 'it is id_token and code', (given) => given === 'id_token code'],
  ['all', 'it is all three', (given) => given === 'code id_token token'],
  ['twice', 'it is code twice', (given) => given === 'code code'],
  ['comma', 'it is a list with a comma', (given) => /^code,/.test(given)],
  ['prefix', 'it begins with code', (given) => /^code\w/.test(given)],
  ['blank', 'it has a blank around it', (given) => given !== given.trim() && given.trim() === 'code'],
])

const responseTypes = breakage<string>({
  requirement: 'AUTHZ-4',
  name: 'response-type',
  description: 'another response_type is taken for code',
  conditions: RESPONSE_TYPES,
  apply: (when) =>
    replace('authorization', ({ requestProblem }) => ({
      requestProblem(parameters) {
        const values = new Map(parameters.values)
        if (when(values.get('response_type') ?? '')) values.set('response_type', 'code')
        return requestProblem({ ...parameters, values })
      },
    })),
})

type Uris = { readonly given: URL; readonly registered: URL; readonly text: string; readonly known: string }

const URIS: readonly Condition<Uris>[] = fine('redirect-uri', [
  [
    'path-case',
    'its path is in another letter case',
    ({ text, known }) => text !== known && text.toLowerCase() === known.toLowerCase(),
  ],
  ['slash', 'it has a slash at the end', ({ text, known }) => text === `${known}/`],
  ['query', 'it has a query', ({ text, known }) => text.startsWith(`${known}?`)],
  ['fragment', 'it has a fragment', ({ text, known }) => text.startsWith(`${known}#`)],
  [
    'behind',
    'a segment is behind it',
    ({ text, known }) => text.startsWith(`${known}/`) && text.length > known.length + 1,
  ],
  [
    'suffix',
    'something is behind its path',
    ({ text, known }) => text.startsWith(known) && /^\w/.test(text.slice(known.length)),
  ],
  [
    'other-path',
    'it has another path',
    ({ given, registered }) => given.host === registered.host && given.pathname !== registered.pathname,
  ],
  [
    'port',
    'it has another port',
    ({ given, registered }) => given.hostname === registered.hostname && given.port !== registered.port,
  ],
  [
    'user',
    'it has user info',
    ({ given, registered }) => given.username !== '' && given.host === registered.host,
  ],
  [
    'subdomain',
    'it is on a subdomain',
    ({ given, registered }) => given.hostname.endsWith(`.${registered.hostname}`),
  ],
  [
    'suffixed-host',
    'its host begins as the registered one',
    ({ given, registered }) => given.hostname.startsWith(`${registered.hostname}.`),
  ],
  [
    'prefixed-host',
    'its host ends as the registered one',
    ({ given, registered }) =>
      given.hostname !== registered.hostname && given.hostname.endsWith(registered.hostname),
  ],
  [
    'localhost',
    'it is on localhost',
    ({ given }) => given.hostname === 'localhost' || given.hostname === '127.0.0.1',
  ],
  ['dot-segments', 'it has dot segments', ({ text }) => /\/\.\.?\//.test(text)],
  ['encoded', 'a character of it is encoded', ({ text, known }) => text !== known && decoded(text) === known],
])

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const redirectUris = breakage<Uris>({
  requirement: 'AUTHZ-6',
  name: 'redirect-uri',
  description: 'a redirect_uri that is not registered is accepted',
  conditions: URIS,
  apply: (when) =>
    combine(
      replace('authorization', ({ redirectUriMatches }) => ({
        redirectUriMatches: (registered, given) =>
          redirectUriMatches(registered, given) ||
          (URL.canParse(given) &&
            /^https:/.test(given) &&
            when({ text: given, known: registered, given: new URL(given), registered: new URL(registered) })),
      })),
    ),
})

/** Faults of the authorization endpoint. */
export const authorizationBreaks: readonly Breakage[] = [...states, responseTypes, redirectUris]
