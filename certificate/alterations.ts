import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '../contract/index.ts'
import { verdicts } from '../contract/verdict.ts'
import { isBroken } from '../harness/model/outcome.ts'
import type { Build } from '../reports/build.ts'
import type { ConformanceRecord } from '../reports/record.ts'
import { junitDisagreements, reportDisagreements } from './beside.ts'
import { harDisagreements } from './beside-har.ts'
import type { RecordBundle } from './evidence.ts'
import { UnreadableError } from './read-file.ts'
import { isPossible, isWhole } from './shortfalls.ts'

/**
 * Why a record cannot be certified whatever the policy: it was altered, is of another build, or is not of a whole
 * run. A sentence each, without a full stop.
 */
export function alterations(evidence: RecordBundle, own: Build): string[] {
  const { record, isAsSealed } = evidence
  return [
    ...(record.digest === undefined
      ? ['it has no digest of its content']
      : isAsSealed
        ? []
        : ['its content is not that of its digest: it was altered']),
    ...otherBuild(record, own),
    ...incomplete(record),
    ...contradictions(record),
    ...disagreements(evidence),
  ]
}

function otherBuild({ tool }: ConformanceRecord, own: Build): string[] {
  if (tool.name !== own.name || tool.version !== own.version)
    return [`it was made by ${tool.name} ${tool.version}, and this is ${own.name} ${own.version}`]
  const differs = (['catalogue', 'contract', 'digest'] as const).find(
    (key) => tool[key]?.sha256 !== own[key].sha256,
  )
  if (!differs) return []
  return [
    differs === 'digest' ? 'it was made by another build of this version' : `it is of another ${differs}`,
  ]
}

function incomplete({ run, summary, requirements, subject = 'service' }: ConformanceRecord): string[] {
  return [
    ...(run.only ? ['its run was limited to some requirements (--only)'] : []),
    ...(run.shard ? ['its run was one of several shards: `merge` joins them'] : []),
    ...(summary.problem === undefined ? [] : [`its run was not finished: ${summary.problem}`]),
    ...(isWhole(requirements, [subject]) ? [] : [`it does not hold each requirement of the ${subject} once`]),
  ]
}

/** What in a record cannot have come out of one run. */
function contradictions({ requirements, summary, run, target, subject }: ConformanceRecord): string[] {
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, requirements.filter((one) => one.verdict === verdict).length]),
  )
  const sameText = requirements.every(({ id, title, source }) => {
    const own = catalogue.find((one) => one.id === id)
    return own?.title === title && own.source === source
  })
  const anyBroken = requirements.some(({ verdict }) => isBroken(verdict, run.strict))
  return [
    ...requirements
      .filter((requirement) => !isPossible(requirement))
      .map(({ id, level, verdict }) => `it gives ${id}, a ${level}, the verdict ${verdict}`),
    ...requirements
      .filter(
        ({ verdict, violations, counterexample, patterns }) =>
          ['pass', 'not-applicable'].includes(verdict) &&
          (violations.length > 0 || counterexample || patterns),
      )
      .map(({ id, verdict }) => `it gives ${id} the verdict ${verdict}, and shows how it is broken`),
    ...requirements
      .filter(({ verdict, reason, needs }) => ['pass', 'observed'].includes(verdict) && (reason ?? needs))
      .map(({ id, verdict }) => `it gives ${id} the verdict ${verdict}, and says why it has none`),
    ...(isDeepStrictEqual({ ...counts }, { ...summary.verdicts })
      ? []
      : ['its summary counts other verdicts than it holds']),
    ...((summary.outcome === 'violates') === anyBroken ? [] : ['its outcome contradicts its verdicts']),
    ...(sameText ? [] : ['it words requirements otherwise than the catalogue']),
    ...((subject === 'partner') === (target.kind === 'application')
      ? []
      : [`it is of a ${subject ?? 'service'}, and its target is of the kind ${target.kind}`]),
    ...(run.requests === 0 && requirements.some(({ verdict }) => verdict === 'pass')
      ? ['it says that something was kept, and that nothing was sent']
      : []),
  ]
}

const kinds = [
  ['junit.xml', junitDisagreements],
  ['exchanges.har', harDisagreements],
  ['report.html', reportDisagreements],
] as const

/** What the files beside a record say that it does not, a sentence each. */
export function disagreements({ record, files }: Pick<RecordBundle, 'record' | 'files'>): string[] {
  const { authUrl, apiUrl } = record.target
  if (![authUrl, apiUrl].every((url) => URL.canParse(url))) return ['its target has no addresses']
  return kinds.flatMap(([name, disagreementsOf]) => {
    const file = files.find((one) => one.name === name)
    if (!file) return []
    try {
      return disagreementsOf(file.bytes, record).map((what) => `${name} beside it ${what}`)
    } catch (error) {
      if (error instanceof UnreadableError) return [`${name} beside it cannot be judged: ${error.message}`]
      throw error
    }
  })
}
