import { z } from 'zod'
import { assessThreats, THREAT_STATUSES, type ThreatReport } from '../advice/threats/assess.ts'
import type { RunResult } from '../harness/model/result.ts'
import { inMarkdown } from './markdown.ts'

const ids = z.array(z.string())

/** The schema of the section `threats` of `record.json`: ids are of requirements, of advice, or of threats. */
export const threatsSchema = z.object({
  threats: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Sections of RFC 9700 and RFC 6819. */
      sources: z.array(z.string()),
      status: z.enum(THREAT_STATUSES),
      kept: ids,
      broken: ids,
      unknown: ids,
      /** What stays even where all of that is kept, or who else has to see to it. */
      remains: z.string().optional(),
    }),
  ),
  /** What is broken, by the threats that mending it alone closes, or betters. */
  mendFirst: z.array(z.object({ id: z.string(), closes: ids, betters: ids })),
})

/** How far the threats are countered; undefined where nothing was tested. */
export function threatsOf({ requirements, advice }: RunResult): ThreatReport | undefined {
  return advice && assessThreats(requirements, advice)
}

/** The section as the record has it: a copy. */
export function recordedThreats({ threats, mendFirst }: ThreatReport): z.infer<typeof threatsSchema> {
  return {
    threats: threats.map(({ sources, kept, broken, unknown, ...rest }) => ({
      ...rest,
      sources: [...sources],
      kept: [...kept],
      broken: [...broken],
      unknown: [...unknown],
    })),
    mendFirst: mendFirst.map(({ id, closes, betters }) => ({
      id,
      closes: [...closes],
      betters: [...betters],
    })),
  }
}

/** How many threats are countered how far, in one sentence. */
export function threatSentence({ threats }: ThreatReport): string {
  const counts = THREAT_STATUSES.toReversed().map((status) => {
    const found = threats.filter((threat) => threat.status === status).length
    return `${found} ${status === 'not' ? 'not mitigated' : status === 'partly' ? 'partly mitigated' : status}`
  })
  return `Of ${threats.length} threats ${counts.join(', ')}.`
}

const MOST_REMEDIES = 5

/** What to mend first, each in one line. */
export function remedyLines({ mendFirst }: ThreatReport): readonly string[] {
  return mendFirst.slice(0, MOST_REMEDIES).map(({ id, closes, betters }) => {
    const parts = [
      closes.length > 0 && `closes ${closes.join(', ')}`,
      betters.length > 0 && `helps against ${betters.join(', ')}`,
    ]
    return `${id}: ${parts.filter(Boolean).join('; ')}`
  })
}

/** The sentence and what to mend first, as Markdown; empty where nothing was tested. */
export function threatsMarkdown(result: RunResult): string[] {
  const report = threatsOf(result)
  if (!report) return []
  const lines = remedyLines(report).map((line) => `- ${inMarkdown(line, 500)}`)
  const first = lines.length > 0 ? ` Mend first:\n\n${lines.join('\n')}` : ''
  return [`${inMarkdown(threatSentence(report), 500)}${first}`]
}
