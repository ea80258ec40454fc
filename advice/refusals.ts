import type { TargetConfig } from '../client/environment/config.ts'
import { isRefused, statusOf, stringMember } from '../client/http/answer.ts'
import type { Exchange } from '../client/http/exchange.ts'
import type { TokenRefusal } from './advice.ts'

const GRANTS = ['authorization_code', 'refresh_token']
/** A service that answers otherwise each time is not to fill the memory. */
const MOST_ANSWERS = 20
const LONGEST_ERROR = 60

/** Remembers how the token endpoint refused requests, by the requirement whose test sent them and the grant. */
export class Refusals {
  readonly #found = new Map<string, { requirement: string; grant: string; answers: Set<string> }>()
  readonly #url: string

  constructor({ authUrl }: TargetConfig) {
    this.#url = `${authUrl}/oauth2/token`
  }

  /** Leaves out what the suite sends for itself, and what is no call as the contract knows them. */
  add(exchange: Exchange): void {
    const { requirement, irregular, request } = exchange
    if (requirement === undefined || irregular || !isRefused(exchange) || request.url !== this.#url) return
    const asked = new URLSearchParams(request.body).get('grant_type') ?? ''
    const grant = GRANTS.includes(asked) ? asked : 'other'
    const key = `${requirement} ${grant}`
    const known = this.#found.get(key) ?? { requirement, grant, answers: new Set() }
    this.#found.set(key, known)
    const error = stringMember(exchange, 'error')?.slice(0, LONGEST_ERROR) ?? 'without error'
    if (known.answers.size < MOST_ANSWERS) known.answers.add(`${statusOf(exchange)} ${error}`)
  }

  /** All of them, in the order of requirements. */
  get all(): readonly TokenRefusal[] {
    return inOrder(
      [...this.#found.values()].map((found) => ({ ...found, answers: [...found.answers].sort() })),
    )
  }
}

/** By requirement, and then by grant. */
export function inOrder(refusals: readonly TokenRefusal[]): readonly TokenRefusal[] {
  return refusals.toSorted(
    (a, b) =>
      a.requirement.localeCompare(b.requirement, 'en', { numeric: true }) ||
      a.grant.localeCompare(b.grant, 'en'),
  )
}
