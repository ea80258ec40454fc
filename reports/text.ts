/**
 * Characters that a terminal obeys, that XML 1.0 (2.2) forbids, or that reorder what a person reads. Tab and
 * line feed stay: they are layout.
 */
const unsafe = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}

/** The text with every character that could harm a terminal or an XML file written out, as in `\x1b`. */
export function visible(text: string): string {
  return text.replace(unsafe, escaped)
}

/**
 * The text cut to `max` UTF-16 units, with a note of how much is missing. The note follows a blank: right before a mark
 * the beginning of a secret is looked for, and a state, which is none, may be the beginning of a signed cookie.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max).replace(/\p{Cs}$/u, '')
  return `${kept} … (${text.length - kept.length} more characters)`
}

/** The text on a single line: visible, blanks collapsed, clipped to `max`. */
export function oneLine(text: string, max = 300): string {
  return clip(visible(text).replace(/\s+/g, ' ').trim(), max)
}

/** The lines of a text, broken between words so that each fits the width; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= width) return [line]
    const lines: string[] = []
    let current = ''
    for (const word of line.split(' ')) {
      if (current !== '' && current.length + 1 + word.length > width) {
        lines.push(current)
        current = word
      } else {
        current = current === '' ? word : `${current} ${word}`
      }
    }
    return [...lines, current]
  })
}

/** A duration as a person says it. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 120_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A count with its noun, in the plural where it is not one. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`
}

/** What the system says of a file or an address, without the call that it says it of. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/, \w+ '.*$/s, '')
}
