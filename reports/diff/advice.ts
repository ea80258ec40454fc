import type { ConformanceRecord } from '../record.ts'
import { stable } from './volatile.ts'

/** An advice that came out otherwise, or a requirement whose requests the token endpoint refused otherwise. */
export interface AdviceChange {
  /** Of the advice, or the requirement and the grant of the refusals. */
  readonly id: string
  readonly title: string
  /** The status and what was seen, in the older run. */
  readonly before: string
  /** The same of the newer run. */
  readonly after: string
}

type Recorded = NonNullable<ConformanceRecord['advice']>

/** By id, as text that is the same as long as nothing changed. */
function tellings({ results, refusals }: Recorded): ReadonlyMap<string, { title: string; text: string }> {
  return new Map([
    ...results
      .filter(({ status }) => status !== 'not seen')
      .map(({ id, title, status, seen }) => [id, { title, text: `${status}: ${seen.join('; ')}` }] as const),
    ...refusals.map(({ requirement, grant, answers }) => {
      const title = `How the token endpoint refuses what ${requirement} sends (${grant})`
      return [`${requirement} ${grant}`, { title, text: answers.join('; ') }] as const
    }),
  ])
}

/** Days until a certificate ends pass by themselves. */
function settled(text: string): string {
  return stable(text).replace(/-?\d+ days left/g, 'some days left')
}

/** What changed of the advice that both runs came by; nothing where one of the records has none. */
export function adviceChanges(older: ConformanceRecord, newer: ConformanceRecord): readonly AdviceChange[] {
  if (!older.advice || !newer.advice) return []
  const before = tellings(older.advice)
  return [...tellings(newer.advice)].flatMap(([id, { title, text }]) => {
    const old = before.get(id)
    return old === undefined || settled(old.text) === settled(text)
      ? []
      : [{ id, title, before: old.text, after: text }]
  })
}
