/** Levenshtein's distance: how many letters must be added, dropped or replaced to make one text the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const [replaced = 0, dropped = 0] = [row[j], row[j + 1]]
      const added = next[j] ?? 0
      next.push(Math.min(replaced + (letter === other ? 0 : 1), dropped + 1, added + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
