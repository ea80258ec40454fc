import { NotApplicableError } from '../../contract/verdict.ts'

/** Near misses of a code or token that a careless comparison lets through. */
export const ALTERATIONS: Readonly<Record<string, (token: string) => string>> = {
  'the first character altered': (token) => replaceAt(token, 0),
  'a character in the middle altered': (token) => replaceAt(token, Math.floor(token.length / 2)),
  'the last character altered': alterLast,
  'the last quarter cut off': (token) => token.slice(0, Math.floor(token.length * 0.75)),
  'a character appended': (token) => `${token}x`,
  'letter case swapped': swapTokenCase,
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The last character altered so that the value differs: the low bits of a last base64 character may be padding, so
 * it is the highest one that is turned.
 */
function alterLast(token: string): string {
  const last = token.length - 1
  if (/^[\da-f-]*$/i.test(token)) return replaceAt(token, last)
  const index = BASE64URL.indexOf(token[last] ?? '')
  if (index < 0) throw new NotApplicableError('the last character belongs to no value')
  return token.slice(0, last) + (BASE64URL[index ^ 32] ?? '')
}

/** Another character of the same sort, so that only the value is wrong and not the form. */
export function replaceAt(text: string, index: number): string {
  const character = text[index] ?? 'x'
  const alphabet = /\d/.test(character) ? '0123456789' : /[a-f]/.test(character) ? 'abcdef' : 'ghijklmnopq'
  const next = alphabet[(alphabet.indexOf(character) + 1) % alphabet.length] ?? 'x'
  return text.slice(0, index) + (next === character ? 'z' : next) + text.slice(index + 1)
}

/**
 * A token in the other letter case.
 * @throws NotApplicableError where it has letters of one case only: the other may well name the same value (a UUID).
 */
function swapTokenCase(token: string): string {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) throw new NotApplicableError('letters of one case only')
  return swapCase(token)
}

/** Lower case letters for capitals, and capitals for lower case letters. */
export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
