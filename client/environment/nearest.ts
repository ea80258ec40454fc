/** The candidate that takes the fewest changes of one character to reach, and how many. */
export function nearest(word: string, candidates: readonly string[]): { word: string; distance: number } {
  return candidates
    .map((candidate) => ({ word: candidate, distance: editDistance(word, candidate) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best))
}

/** Levenshtein's distance, a row of his matrix at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [line, character] of [...a].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
