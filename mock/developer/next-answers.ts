import type { PreparedAnswer } from '../answers.ts'

/** What the next request can be answered with. */
export const nextAnswers = ['429', '503', 'silence'] as const
/** One of `nextAnswers`. */
type NextAnswer = (typeof nextAnswers)[number]

/** Longer than any client waits; whoever does gets a 504. */
const SILENCE_MS = 10 * 60_000

const prepared: Readonly<Record<NextAnswer, PreparedAnswer>> = {
  429: { status: 429, headers: { 'retry-after': '5' } },
  503: { status: 503, headers: { 'retry-after': '5' } },
  silence: { status: 504, afterMs: SILENCE_MS },
}

/** @param path of the requests that it is for, without the query; empty for any. */
export function nextAnswer(answer: NextAnswer, path: string): PreparedAnswer {
  return { ...prepared[answer], ...(path === '' ? {} : { path }) }
}

/** What such an answer is, for whoever chooses one. */
export const describedAnswers: Readonly<Record<NextAnswer, string>> = {
  429: '429, with Retry-After: 5',
  503: '503, with Retry-After: 5',
  silence: 'silence',
}
