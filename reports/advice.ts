import { z } from 'zod'
import { ADVICE_STATUSES, type AdviceReport, type AdviceStatus } from '../advice/advice.ts'
import type { RunResult } from '../harness/model/result.ts'
import { inMarkdown } from './markdown.ts'

/** The schema of the section `advice` of `record.json`. It holds no verdict. */
export const adviceSchema = z.object({
  /** Whether requests were sent for it (`--advice deep`). */
  isDeep: z.boolean(),
  results: z.array(
    z.object({
      id: z.string(),
      /** What is looked at. */
      title: z.string(),
      /** Where the standards advise it. */
      clause: z.string(),
      /** The value that is safe. */
      safe: z.string(),
      /** What to do where the service has another. */
      todo: z.string(),
      /** What it takes to see it. */
      needs: z.string(),
      /** Whether only `--advice deep` looks for it. */
      isDeep: z.boolean(),
      status: z.enum(ADVICE_STATUSES),
      /** What was seen, each once, what is advised against first. */
      seen: z.array(z.string()),
      /** Why nothing was seen though it was looked for. */
      reason: z.string().exactOptional(),
    }),
  ),
  /** How the token endpoint refused what the tests of each requirement sent: `400 invalid_grant`. */
  refusals: z.array(z.object({ requirement: z.string(), grant: z.string(), answers: z.array(z.string()) })),
})

/** The section as the record has it: a copy. */
export function recordedAdvice({ isDeep, results, refusals }: AdviceReport): z.infer<typeof adviceSchema> {
  return {
    isDeep,
    results: results.map(({ seen, ...rest }) => ({ ...rest, seen: [...seen] })),
    refusals: refusals.map(({ answers, ...rest }) => ({ ...rest, answers: [...answers] })),
  }
}

/** The results with one status. */
function havingStatus({ results }: AdviceReport, status: AdviceStatus): AdviceReport['results'] {
  return results.filter((one) => one.status === status)
}

/** The whole section in one short sentence. */
export function adviceSentence(report: AdviceReport): string {
  const [safe = 0, advised = 0, unseen = 0] = ADVICE_STATUSES.map(
    (status) => havingStatus(report, status).length,
  )
  const deep = report.isDeep ? '' : ' (--advice deep sees more)'
  return `Security advice: ${advised} to mend, ${safe} safe, ${unseen} not seen${deep}.`
}

/** What was seen, and else why nothing was. */
export function seenPhrase(
  { seen, reason, needs, isDeep }: AdviceReport['results'][number],
  deep: boolean,
): string {
  if (seen.length > 0 || reason !== undefined) return [...seen, ...(reason ? [reason] : [])].join('; ')
  return isDeep && !deep ? 'takes --advice deep' : `takes ${needs}`
}

/** What there is to mend, as Markdown; empty where there is nothing. */
export function adviceMarkdown({ advice }: RunResult): string[] {
  if (!advice) return []
  const rows = havingStatus(advice, 'advised').map(
    (one) =>
      `| ${inMarkdown(one.id, 100)} | ${inMarkdown(one.clause, 200)} | ${inMarkdown(seenPhrase(one, advice.isDeep), 300)} | ${inMarkdown(one.safe, 300)} | ${inMarkdown(one.todo, 400)} |`,
  )
  const head = '| Advice | Clause | Seen | Safe | To do |\n| --- | --- | --- | --- | --- |'
  const table = rows.length > 0 ? `\n\n${head}\n${rows.join('\n')}` : ''
  return [`<details><summary>${inMarkdown(adviceSentence(advice), 1_000)}</summary>${table}\n\n</details>`]
}
