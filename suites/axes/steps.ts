/** What can come next in a donation's life, as far as services tell steps apart. */
export const STEP_KINDS = [
  'one field',
  'several fields',
  'an empty update',
  'a refused update',
  'a null designation',
  'an advisor set',
  'a gated update',
  'another donation',
] as const

/** One of {@link STEP_KINDS}. */
export type StepKind = (typeof STEP_KINDS)[number]

/**
 * Sequences of steps that together hold every word of so many kinds: a de Bruijn sequence, cut into parts that overlap.
 * @param length of a word, in steps.
 * @param parts how many sequences.
 */
export function sequencesOfWords(length: number, parts: number): readonly (readonly StepKind[])[] {
  const kinds = deBruijn(STEP_KINDS.length, length).map((index) => STEP_KINDS[index] ?? 'an empty update')
  const size = Math.ceil(kinds.length / parts)
  const overlapping = [...kinds, ...kinds.slice(0, length - 1)]
  return Array.from({ length: parts }, (_, part) =>
    overlapping.slice(part * size, (part + 1) * size + length - 1),
  ).filter((sequence) => sequence.length >= length)
}

/** The shortest cyclic sequence of so many symbols that holds every word of this length once. */
function deBruijn(symbols: number, length: number): readonly number[] {
  const word = Array<number>(symbols * length).fill(0)
  const sequence: number[] = []
  // Joins the Lyndon words whose length divides that of the words, in lexicographic order.
  const extend = (position: number, period: number): void => {
    if (position > length) {
      if (length % period === 0) sequence.push(...word.slice(1, period + 1))
      return
    }
    const earlier = word[position - period] ?? 0
    word[position] = earlier
    extend(position + 1, period)
    for (let symbol = earlier + 1; symbol < symbols; symbol++) {
      word[position] = symbol
      extend(position + 1, position)
    }
  }
  extend(1, 1)
  return sequence
}
