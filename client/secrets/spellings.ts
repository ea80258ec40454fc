/** How a secret is written in some place, and what is put there instead. */
export interface SecretSpelling {
  readonly text: string
  readonly placeholder: string
  /** The placeholder with the number of the secret. */
  readonly numbered: string
}

/**
 * Spellings sorted by their texts, and found by binary search: there may be thousands of tokens that begin alike, as
 * JSON Web Tokens do.
 */
export class Spellings {
  readonly #sorted: SecretSpelling[] = []
  #longest = 0

  add(spelling: SecretSpelling): void {
    this.#longest = Math.max(this.#longest, spelling.text.length)
    this.#sorted.splice(this.#countUpTo(spelling.text), 0, spelling)
  }

  /** The longest spelling that stands in the text at this place. */
  longestAt(text: string, at: number): SecretSpelling | undefined {
    let piece = text.slice(at, at + this.#longest)
    while (piece !== '') {
      const nearest = this.#sorted[this.#countUpTo(piece) - 1]
      if (nearest === undefined) return undefined
      if (piece.startsWith(nearest.text)) return nearest
      // No other spelling that matches here is longer than what the nearest one shares with the text.
      piece = piece.slice(0, commonLength(piece, nearest.text))
    }
    return undefined
  }

  /** A spelling that begins with this text and is longer. */
  after(beginning: string): SecretSpelling | undefined {
    const next = this.#sorted[this.#countUpTo(beginning)]
    return next?.text.startsWith(beginning) ? next : undefined
  }

  /** How many spellings are sorted before this text or equal it. */
  #countUpTo(text: string): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sorted[middle]?.text ?? '') <= text) low = middle + 1
      else high = middle
    }
    return low
  }
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}
