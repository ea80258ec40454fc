/** Collects the text of an element while the page is read. */
export class TextSink {
  /** Which element's: a label in a label takes the place of the outer one. */
  readonly kind: string
  /** Whether a person sees the element. */
  readonly isSeen: boolean
  readonly #longest: number
  #text = ''

  /** @param longest what comes after so many characters is left out. */
  constructor(kind: string, longest: number, isSeen = true) {
    this.kind = kind
    this.#longest = longest
    this.isSeen = isSeen
  }

  add(text: string): void {
    if (this.#text.length < this.#longest) this.#text += text
  }

  /** As it stands in the page. */
  get whole(): string {
    return this.#text
  }

  /** On one line, without characters that could steer a terminal. */
  get value(): string {
    return this.#text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  }
}

/** Text with its blanks collapsed, as HTML does (HTML, 4.10.10: the text of an option). */
export function collapsed(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim()
}
