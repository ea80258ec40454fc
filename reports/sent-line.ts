import type { Sent } from '../harness/model/sent.ts'
import { oneLine } from './text.ts'

/**
 * One request in one line, without the line break: when it was sent (UTC), method, address without secrets, the status or
 * why no answer came, milliseconds, and the requirement.
 */
export function sentLine({ startedAt, durationMs, method, url, outcome, requirement }: Sent): string {
  const time = new Date(startedAt).toISOString().slice(11, 19)
  const took = `${Math.round(durationMs)} ms`
  return [
    time,
    oneLine(method).padEnd(5),
    oneLine(url),
    outcome,
    took,
    requirement ?? 'the suite itself',
  ].join(' ')
}
