import type { Remark } from './result.ts'

/** Each remark once, with the times that it was made in all. */
export function sumOfRemarks(remarks: readonly Remark[]): readonly Remark[] {
  const sums = new Map<string, number>()
  for (const { says, times } of remarks) sums.set(says, (sums.get(says) ?? 0) + times)
  return [...sums].map(([says, times]) => ({ says, times }))
}

/** A remark as a report puts it: `kept, but the error invalid_grant came with status 403 (4 times)`. */
export function remarkSentence({ says, times }: Remark): string {
  return `kept, but ${says}${times > 1 ? ` (${times} times)` : ''}`
}
