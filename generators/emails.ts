import fc from 'fast-check'
import { labelled } from './labelled.ts'
import { FIRST_NAMES, LAST_NAMES } from './vocabulary.ts'

/** Reserved for examples (RFC 2606 §3): mail to these reaches nobody. */
const DOMAINS = ['example.com', 'example.org', 'example.net']

/**
 * Email addresses that any service accepts: in lower case, with a local part of letters and digits that
 * single `.`, `_`, `-` or `+` may separate, at an example domain. Shrinks to `ann@example.com`. Serves
 * UPDATE-1 to UPDATE-5, UPDATE-11 and ADVISOR-1.
 */
export function ordinaryEmail(): fc.Arbitrary<string> {
  return fc.tuple(localPart(), domain()).map((parts) => parts.join('@'))
}

/**
 * Email addresses that RFC 5321 or RFC 6531 allows but many services refuse, labelled with what is unusual.
 * Serves UPDATE-18.
 */
export function exoticEmail() {
  return labelled({
    'capital letters': ordinaryEmail().map((email) => email.toUpperCase()),
    'one letter': domain().map((host) => `a@${host}`),
    'special characters': fc
      .tuple(localPart(), fc.constantFrom(..."!#$%&'*/=?^`{|}~"), domain())
      .map(([local, special, host]) => `${local}${special}x@${host}`),
    'a quoted local part': fc.tuple(localPart(), domain()).map(([local, host]) => `"${local} x"@${host}`),
    'a local part of 64 characters': localPart().map((local) => `${local.padEnd(64, 'x')}@example.com`),
    'an IP address': localPart().map((local) => `${local}@[192.0.2.1]`),
    'many subdomains': ordinaryEmail().map((email) => email.replace('@', '@a.b.c.d.')),
    'letters beyond ASCII': fc.tuple(localPart(), domain()).map(([local, host]) => `${local}é@${host}`),
    'a punycode domain': localPart().map((local) => `${local}@xn--bcher-kva.example`),
  })
}

/**
 * Texts that no address grammar accepts, labelled with what is wrong: a part is missing, occurs twice or is
 * broken by a space. Serves UPDATE-11 and ADVISOR-5.
 */
export function brokenEmail() {
  return labelled({
    'no @': localPart(),
    'no @ before the domain': fc.tuple(localPart(), domain()).map((parts) => parts.join('.')),
    'nothing after the @': localPart().map((local) => `${local}@`),
    'nothing before the @': domain().map((host) => `@${host}`),
    'nothing but @': fc.constant('@'),
    'a blank in the local part': ordinaryEmail().map((email) => `a ${email}`),
    'a blank in the domain': localPart().map((local) => `${local}@exam ple.com`),
    'two @': ordinaryEmail().map((email) => `a@${email}`),
    'an empty label in the domain': localPart().map((local) => `${local}@example..com`),
    'a line break': ordinaryEmail().map((email) => `${email}\nbcc: b@example.com`),
    'two addresses': fc.tuple(ordinaryEmail(), ordinaryEmail()).map((emails) => emails.join(', ')),
    'a name around the address': ordinaryEmail().map((email) => `Ann <${email}>`),
  })
}

function domain(): fc.Arbitrary<string> {
  return fc.constantFrom(...DOMAINS)
}

function localPart(): fc.Arbitrary<string> {
  const name = (names: readonly string[]) => fc.constantFrom(...names).map(lettersOf)
  const nothing = { arbitrary: fc.constant(''), weight: 1 }
  const maybe = (text: fc.Arbitrary<string>) =>
    fc.oneof({ withCrossShrink: true }, nothing, { arbitrary: text, weight: 1 })
  return fc
    .tuple(
      name(FIRST_NAMES),
      maybe(fc.tuple(fc.constantFrom('.', '_', '-', ''), name(LAST_NAMES)).map((parts) => parts.join(''))),
      maybe(fc.integer({ min: 1, max: 99 }).map(String)),
      maybe(fc.constantFrom('+news', '+2', '+a.b')),
    )
    .map((parts) => parts.join(''))
}

function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 16)
}
