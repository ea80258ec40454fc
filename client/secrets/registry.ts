import { CUT_MARK } from './cut.ts'
import { encodingsOf, isTooCommon } from './secret-encodings.ts'
import { isPlaceholder, maskedByKey, redactByKey } from './secret-keys.ts'
import { type SecretSpelling, Spellings } from './spellings.ts'
import { withTexts } from './texts.ts'

/** Shorter values are ignored: replacing them would only garble ordinary text. */
const shortestValue = 4
/** In what was redacted already, the beginning of a secret is told from an ordinary word by its length. */
const shortestTelling = 16
const indexBits = 20
/** Characters of a text that are looked at in one go. */
const stride = 4096

interface SecretMatch {
  readonly placeholder: string
  readonly end: number
}

/** Whether placeholders tell which secret stood there: {@link SecretSpelling} has both. */
type Style = 'placeholder' | 'numbered'

/** Headers and URLs come thousands of times: short texts are remembered, until a new secret makes them doubtful. */
const longestRemembered = 256
const mostRemembered = 5_000

/**
 * Knows every secret of the run and takes them out of whatever is stored or printed.
 *
 * Spellings are found by their first four characters, packed into one number while the text is walked, so that the
 * cost does not grow with the number of secrets.
 */
export class SecretRegistry {
  readonly #known = new Map<string, string>()
  readonly #sentOnly = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #redacted = { placeholder: new Map<string, string>(), numbered: new Map<string, string>() }
  #longest = 0
  /** Spellings by their packed first four characters. */
  readonly #byStart = new Map<number, Spellings>()
  /** A coarse filter before the map: one byte for a hash of the packed start. */
  readonly #index = new Uint8Array(1 << indexBits)

  /** From now on `value`, in any of its usual spellings, is replaced by `<label>`. */
  add(value: string | undefined, label: string): void {
    if (value !== undefined) this.#sentOnly.delete(value)
    this.#add(value, label)
  }

  /**
   * The same for what a request carried where a secret belongs. Tests make such values up, some of them ordinary words:
   * they are replaced, since they may be a secret but for one letter, but {@link values} leaves them out.
   */
  addSent(value: string | undefined, label: string): void {
    if (value !== undefined && !this.#known.has(value)) this.#sentOnly.add(value)
    this.#add(value, label)
  }

  #add(value: string | undefined, label: string): void {
    if (value === undefined || value.length < shortestValue || this.#known.has(value) || isPlaceholder(value))
      return
    this.#known.set(value, label)
    const number = (this.#counts.get(label) ?? 0) + 1
    this.#counts.set(label, number)
    const placeholders = { placeholder: `<${label}>`, numbered: `<${label}-${number}>` }
    for (const text of encodingsOf(value)) this.#addSpelling({ text, ...placeholders })
    for (const remembered of Object.values(this.#redacted)) remembered.clear()
  }

  /** Every secret that is real, with its label, to be looked for elsewhere. */
  get values(): readonly (readonly [value: string, label: string])[] {
    return [...this.#known].filter(([value]) => !this.#sentOnly.has(value))
  }

  /** Whether a value is found by nothing else than being a secret: an ordinary word stands in any text. */
  static isDistinctive(value: string): boolean {
    return !isTooCommon(value.toLowerCase())
  }

  /** The labels of the registered secrets that stand in a text, in any of their usual spellings. */
  labelsIn(text: string): readonly string[] {
    const found: string[] = []
    this.#redactByValue(text, 'placeholder', shortestTelling, (placeholder) => found.push(placeholder))
    return [...new Set(found)]
  }

  /**
   * The text without any registered secret, and without the values of keys that hold secrets. The beginning of a secret
   * counts as one before {@link CUT_MARK}, where the rest of it was cut off.
   */
  redact(text: string): string {
    return this.#redactText(text, 'placeholder')
  }

  /** A copy in which every string is redacted, and every string under a key that holds secrets is masked. */
  redactDeep<T>(value: T): T {
    return withTexts(value, (text) => this.redact(text), maskedByKey)
  }

  /**
   * As {@link redactDeep}, with placeholders that tell secrets apart: `<code-2>` is the second code that was registered,
   * wherever it stands. What is registered no more tells than `<code>`: a value that only stands where secrets stand, and
   * the beginning of a secret, which may be that of several.
   */
  redactNumbered<T>(value: T): T {
    return withTexts(value, (text) => this.#redactText(text, 'numbered'), maskedByKey)
  }

  #redactText(text: string, style: Style): string {
    if (text.length > longestRemembered) return redactByKey(this.#redactByValue(text, style))
    const remembered = this.#redacted[style]
    const known = remembered.get(text)
    if (known !== undefined) return known
    const redacted = redactByKey(this.#redactByValue(text, style))
    if (remembered.size < mostRemembered) remembered.set(text, redacted)
    return redacted
  }

  #addSpelling(spelling: SecretSpelling): void {
    this.#longest = Math.max(this.#longest, spelling.text.length)
    const start = startOf(spelling.text, 0)
    const spellings = this.#byStart.get(start) ?? new Spellings()
    spellings.add(spelling)
    this.#byStart.set(start, spellings)
    this.#index[slot(start)] = 1
  }

  /**
   * Where a secret that begins at a place ends, and what stands for it.
   * @param begun how the text goes on to where it was cut; undefined where that does not count as a secret.
   */
  #secretAt(text: string, at: number, begun: string | undefined, style: Style): SecretMatch | undefined {
    const spellings = this.#byStart.get(startOf(text, at))
    if (spellings === undefined) return undefined
    // A secret that was cut wins over a shorter one that it begins with.
    const cut = begun === undefined ? undefined : spellings.after(begun)
    if (begun !== undefined && cut !== undefined)
      return { placeholder: cut.placeholder, end: at + begun.length }
    const spelling = spellings.longestAt(text, at)
    return spelling && { placeholder: spelling[style], end: at + spelling.text.length }
  }

  /** @param shortestBegun characters of a secret that count as one where the rest was cut off, at least. */
  #redactByValue(
    text: string,
    style: Style,
    shortestBegun = shortestValue,
    onFound?: (placeholder: string) => void,
  ): string {
    let redacted = ''
    let copied = 0
    // Looked for beforehand: V8 may move a search that the loop seldom needs out of its branch, to every turn.
    const cuts = placesOf(CUT_MARK, text)
    let next = 0
    for (let at = this.#nextStart(text, 0); at !== -1; ) {
      while ((cuts[next] ?? text.length) < at) next++
      const cut = cuts[next] ?? Number.POSITIVE_INFINITY
      const left = cut - at
      const begun = left >= shortestBegun && left <= this.#longest ? text.slice(at, cut) : undefined
      const found = this.#secretAt(text, at, begun, style)
      if (found) {
        onFound?.(found.placeholder)
        redacted += text.slice(copied, at) + found.placeholder
        copied = found.end
      }
      at = this.#nextStart(text, found?.end ?? at + 1)
    }
    return copied === 0 ? text : redacted + text.slice(copied)
  }

  /** The next place where a secret may begin, by its first four characters; -1 where there is none. */
  #nextStart(text: string, from: number): number {
    for (let begin = from; begin <= text.length - shortestValue; begin += stride) {
      const end = Math.min(begin + stride + shortestValue - 1, text.length)
      const at = startIn(text, begin, end, this.#index)
      if (at !== -1) return at
    }
    return -1
  }
}

/** As `#nextStart`, in a part of the text: the loop that sees every character does nothing else. */
function startIn(text: string, from: number, end: number, index: Uint8Array): number {
  let window = 0
  for (let i = from; i < end; i++) {
    window = pack(window, text.charCodeAt(i))
    if (i - from >= shortestValue - 1 && index[slot(window)] !== 0) return i - shortestValue + 1
  }
  return -1
}

/** The four characters at a place, packed. */
function startOf(text: string, at: number): number {
  let start = 0
  for (let i = at; i < at + shortestValue; i++) start = pack(start, text.charCodeAt(i))
  return start
}

function placesOf(mark: string, text: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) places.push(at)
  return places
}

/** Shifts a character into the window of the last four; different characters may pack alike, the map settles it. */
function pack(window: number, code: number): number {
  return (window << 8) | (code & 0xff)
}

function slot(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> (32 - indexBits)
}
