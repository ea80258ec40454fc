import type { TargetConfig } from '../../client/environment/config.ts'
import { isMistake, lackOf } from '../../client/environment/lack.ts'
import { keysFor, missingNeeds } from '../../client/environment/needs.ts'
import { GATED_FIELDS } from '../../contract/fields.ts'
import { type Need, type Requirement, serviceRequirements } from '../../contract/index.ts'

/** What a run will decide, by the configuration and by what the target shows. */
export interface Plan {
  readonly decided: number
  /** Set where it may be fewer: a person logs in a few times, and which tests that is for only a run shows. */
  readonly atMost?: true
  /** Requirements that stay undecided, by what would decide them. */
  readonly undecided: ReadonlyMap<string, readonly string[]>
}

/**
 * What takes a login of its own, and not just the tokens that one leads to: what is about codes, and what uses tokens
 * twice or has them revoked. Some of it needs the login for its control alone.
 */
const BY_LOGIN = /^(AUTHZ-|TOKEN-(?!1[1258]$)|REFRESH-([45789]|1[01])$)/

/** Reading a donation back clears its designation, so no answer shows what a refusal left in place. */
const NEVER_SHOWN = 'DESIGNATION-7'

/**
 * Sorts the requirements by whether the target supplies what they need.
 * @param shown the fields that the target shows of a donation.
 */
export function plan(target: TargetConfig, shown: readonly string[] = []): Plan {
  const undecided = new Map<string, string[]>()
  let decided = 0
  for (const requirement of serviceRequirements) {
    const missing = missingFor(requirement, target, shown)
    if (missing.length === 0) decided++
    else {
      const way = wayTo(missing, target)
      undecided.set(way, [...(undecided.get(way) ?? []), requirement.id])
    }
  }
  return { decided, undecided, ...(target.login === 'manual' ? { atMost: true } : {}) }
}

/** The keys to mend, and those to set. */
function wayTo(missing: readonly Need[], { setAside }: TargetConfig): string {
  const lacks = missing.map((need) => lackOf(keysFor(need), setAside))
  const keys = (areWrong: boolean) => [
    ...new Set(lacks.filter(({ reason }) => isMistake(reason) === areWrong).flatMap(({ needs }) => needs)),
  ]
  const ways = [
    ['mend', keys(true)],
    ['set', keys(false)],
  ] as const
  return ways
    .filter(([, all]) => all.length > 0)
    .map(([verb, all]) => `${verb} ${all.join(', ')}`)
    .join(' and ')
}

function missingFor(
  requirement: Requirement,
  target: TargetConfig,
  shown: readonly string[],
): readonly Need[] {
  const { id, needs } = requirement
  const missing = missingNeeds(target, BY_LOGIN.test(id) ? [...needs.filter(isNoLogin), 'login'] : needs)
  const hasTokens = target.refreshToken !== undefined && !BY_LOGIN.test(id)
  return missing.filter(
    (need) =>
      !(need === 'login' && hasTokens) && !(need === 'hidden-fields' && areShown(fieldsOf(id), shown)),
  )
}

function isNoLogin(need: Need): boolean {
  return need !== 'login'
}

/** The fields that show whether a requirement is kept whose answers need not show it; none where no answer does. */
function fieldsOf(id: string): readonly string[] {
  if (id === NEVER_SHOWN) return []
  if (id.startsWith('PLEDGED-')) return GATED_FIELDS
  return id.startsWith('ADVISOR-') ? ['advisor', 'advisor_id'] : ['designation_id']
}

function areShown(fields: readonly string[], shown: readonly string[]): boolean {
  return fields.some((field) => shown.includes(field))
}
