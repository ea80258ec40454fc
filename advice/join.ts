import type { AdviceReport, AdviceResult, AdviceStatus, TokenRefusal } from './advice.ts'
import { adviceCatalogue } from './catalogue.ts'
import { MOST_TOLD } from './observer.ts'
import { inOrder } from './refusals.ts'

/** What is advised against anywhere is advised. */
const GRAVITY: readonly AdviceStatus[] = ['advised', 'safe', 'not seen']

/** What several parts of one run saw, as the run as a whole would have. */
export function joinAdvice(reports: readonly AdviceReport[]): AdviceReport {
  return {
    isDeep: reports.some(({ isDeep }) => isDeep),
    results: adviceCatalogue.map((advice) => ({
      ...advice,
      ...joinSeen(reports.flatMap(({ results }) => results.filter(({ id }) => id === advice.id))),
    })),
    refusals: joinRefusals(reports.flatMap(({ refusals }) => refusals)),
  }
}

function joinSeen(parts: readonly AdviceResult[]): Pick<AdviceResult, 'status' | 'seen' | 'reason'> {
  const gravest = parts.toSorted((a, b) => GRAVITY.indexOf(a.status) - GRAVITY.indexOf(b.status))
  const reason = gravest.find((part) => part.reason !== undefined)?.reason
  return {
    status: gravest[0]?.status ?? 'not seen',
    seen: [...new Set(gravest.flatMap(({ seen }) => seen))].slice(0, MOST_TOLD),
    ...(reason === undefined ? {} : { reason }),
  }
}

function joinRefusals(all: readonly TokenRefusal[]): readonly TokenRefusal[] {
  const joined = new Map<string, TokenRefusal>()
  for (const { requirement, grant, answers } of all) {
    const key = `${requirement} ${grant}`
    const known = joined.get(key)?.answers ?? []
    joined.set(key, { requirement, grant, answers: [...new Set([...known, ...answers])].sort() })
  }
  return inOrder([...joined.values()])
}
