import { NotApplicable } from '../target/undecided.ts'

/** Near misses of a code or token that a careless comparison lets through. */
export const ALTERATIONS: Readonly<Record<string, (token: string) => string>> = {
  'the first character altered': (token) => replaceAt(token, 0),
  'a character in the middle altered': (token) => replaceAt(token, Math.floor(token.length / 2)),
  'the last quarter cut off': (token) => token.slice(0, Math.floor(token.length * 0.75)),
  'a character appended': (token) => `${token}x`,
  'letter case swapped': swapTokenCase,
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
 * @throws NotApplicable where it has letters of one case only: the other may well name the same value (a UUID).
 */
export function swapTokenCase(token: string): string {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) throw new NotApplicable('letters of one case only')
  return swapCase(token)
}

/** Lower case letters for capitals, and capitals for lower case letters. */
export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
