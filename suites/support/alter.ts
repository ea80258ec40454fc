import { NotApplicableError } from '../../contract/verdict.ts'
import { FORGERIES } from './forge.ts'

/**
 * Near misses of a code or token that a careless comparison lets through, all of printable ASCII without blanks. Each
 * takes the value as it was issued, and throws NotApplicableError where its change may leave the same value.
 */
export const ALTERATIONS: Readonly<Record<string, (token: string) => string>> = {
  'the first character altered': (token) => replaceAt(token, 0),
  'a character in the middle altered': (token) => replaceAt(token, Math.floor(token.length / 2)),
  'the last character altered': alterLast,
  'the first character missing': (token) => token.slice(1),
  'the last character missing': cutLast,
  'a character in the middle missing': (token) => cut(token, Math.floor(token.length / 2)),
  'the last quarter cut off': (token) => token.slice(0, Math.floor(token.length * 0.75)),
  'a character prepended': (token) => `x${token}`,
  'a character in the middle more': (token) => insert(token, Math.floor(token.length / 2)),
  'a character appended': (token) => `${token}x`,
  // What stands for an empty part of a token, and for the end of base64.
  'a dot appended': (token) => `${token}.`,
  'an equals sign appended': (token) => `${token}=`,
  'two neighbours exchanged': swapNeighbours,
  'letter case swapped': swapCaseOfMixed,
  'one letter in the other case': swapOneOfMixed,
  ...FORGERIES,
}

/** Not at the ends: a comparison that leaves out the first and the last character has to notice these. */
export const ALTERATIONS_BESIDE_ENDS: Readonly<Record<string, (token: string) => string>> = {
  'the second character altered': (token) => replaceAt(token, 1),
  'the last character but one altered': (token) => {
    // In front of padding stands the character of which a decoder ignores bits.
    if (token.endsWith('=')) throw new NotApplicableError('the last characters belong to no value')
    return replaceAt(token, token.length - 2)
  },
}

/** The value in small letters. @throws NotApplicableError where its letters are all of one case. */
export function lowerCaseOfMixed(token: string): string {
  swapCaseOfMixed(token)
  return token.toLowerCase()
}

function cut(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1)
}

function cutLast(token: string): string {
  // Padding is often taken for what may be left out.
  if (token.endsWith('=')) throw new NotApplicableError('the last character belongs to no value')
  return token.slice(0, -1)
}

function insert(text: string, index: number): string {
  return `${text.slice(0, index)}x${text.slice(index)}`
}

/** Exchanges the first two neighbours that differ by more than their letter case. */
function swapNeighbours(token: string): string {
  const index = [...token].findIndex(
    (character, at) => character.toLowerCase() !== (token[at + 1] ?? character).toLowerCase(),
  )
  if (index < 0) throw new NotApplicableError('all characters are the same')
  return token.slice(0, index) + token.charAt(index + 1) + token.charAt(index) + token.slice(index + 2)
}

/** How base64url writes the numbers 0 to 63 (RFC 4648, section 5). */
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A decoder ignores the low bits of a last base64 character that are padding; the highest of its six bits counts. */
const HIGHEST_BIT = 0b10_0000

function alterLast(token: string): string {
  const isHexadecimal = /^[\da-f-]*$/i.test(token)
  if (isHexadecimal) return replaceAt(token, token.length - 1)
  const number = BASE64URL.indexOf(token.slice(-1))
  if (number < 0) throw new NotApplicableError('the last character belongs to no value')
  return token.slice(0, -1) + BASE64URL.charAt(number ^ HIGHEST_BIT)
}

/**
 * Replaces one character of a text that is not empty. A digit becomes another digit, and a letter from a to f another
 * of these, so that a hexadecimal value stays one; any other character becomes a letter from g to q.
 *
 * @param index of the character, from 0.
 */
export function replaceAt(text: string, index: number): string {
  const character = text.charAt(index)
  const alphabet = ['0123456789', 'abcdef'].find((one) => one.includes(character)) ?? 'ghijklmnopq'
  const next = alphabet.charAt((alphabet.indexOf(character) + 1) % alphabet.length)
  return text.slice(0, index) + next + text.slice(index + 1)
}

/** A token whose letters are all of one case may be meant to be compared without regard to case, as a UUID is. */
function swapCaseOfMixed(token: string): string {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) throw new NotApplicableError('letters of one case only')
  return swapCase(token)
}

function swapOneOfMixed(token: string): string {
  if (swapCaseOfMixed(token) === token) throw new NotApplicableError('no letters')
  return token.replace(/[a-z]/i, swapCase)
}

/**
 * A client's id or secret in the other letter case.
 * @throws NotApplicableError where its only letters are hexadecimal digits: in either case they may name one value.
 */
export function swapCaseUnlessHexadecimal(text: string): string {
  if (!/[g-z]/i.test(text)) throw new NotApplicableError('no letters but hexadecimal digits')
  return swapCase(text)
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
