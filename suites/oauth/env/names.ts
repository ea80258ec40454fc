import { randomBytes } from 'node:crypto'

const MARKER_LETTERS = 16

/** A word that nobody else sends: letters alone, as any city may have. */
export function newMarker(): string {
  const letters = Array.from(randomBytes(MARKER_LETTERS), (byte) => String.fromCharCode(97 + (byte % 26)))
  return `Webhook ${letters.join('')}`
}

/** Whether a text has this value in it, and not as part of a longer word or number; also where it is form-encoded. */
export function names(text: string, value: string): boolean {
  const word = new RegExp(`(?<![\\w-])${value.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`)
  return word.test(text) || word.test(decoded(text))
}

/** Whether an id is of one environment alone, as far as its looks tell: a short number may stand for anything. */
export function isDistinctive(id: string): boolean {
  return !/^\d{0,15}$/.test(id)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
