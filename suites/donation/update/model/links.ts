import type { DonationRecord } from '../../../../client/donations/record.ts'
import { isJsonObject } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { ADVISOR_FIELDS } from '../../../../contract/index.ts'
import { type Context, ensure } from '../../../../harness/authoring/index.ts'
import { isDesignation } from '../../../support/hidden.ts'
import type { Move } from './moves.ts'

/** Designation and advisor of a donation, as far as they can be seen: absent where they cannot. */
export interface Links {
  readonly designation_id?: unknown
  readonly advisor?: unknown
}

/** What a donation is linked to after an update: by the inspector where there is one, else as its record shows it. */
export async function linksIn(context: Context, donation: string, record: DonationRecord): Promise<Links> {
  const shown: Readonly<Record<string, unknown>> =
    (await context.inspectorIfAny?.donation(donation)) ?? record
  return {
    ...('designation_id' in shown ? { designation_id: shown.designation_id } : {}),
    ...('advisor' in shown ? { advisor: shown.advisor } : {}),
  }
}

/**
 * Judges what an accepted update did to designation and advisor.
 * @throws ViolationError for the requirement that broke.
 */
export function expectLinksModelled(
  before: Links,
  after: Links,
  { body }: Move,
  exchanges: readonly Exchange[],
): void {
  if ('designation_id' in after) expectDesignation(after.designation_id, body, exchanges)
  if ('advisor' in after && 'advisor' in before) expectAdvisor(before.advisor, after.advisor, body, exchanges)
}

function expectDesignation(now: unknown, body: Move['body'], exchanges: readonly Exchange[]): void {
  const { designation_id: sent } = body
  const received = `designation_id ${JSON.stringify(now ?? null)}`
  if (typeof sent === 'string')
    ensure(isDesignation(now, sent) !== false, `designation_id ${sent}`, received, exchanges, 'DESIGNATION-1')
  else {
    const isSet = typeof now === 'string' && now !== ''
    const breaks = sent === null ? 'DESIGNATION-5' : 'DESIGNATION-6'
    ensure(!isSet, 'no designation', received, exchanges, breaks)
  }
}

function expectAdvisor(was: unknown, now: unknown, body: Move['body'], exchanges: readonly Exchange[]): void {
  const { advisor: sent } = body
  const received = `advisor ${JSON.stringify(now ?? null)}`
  const email = emailOf(now)
  if (isJsonObject(sent)) {
    const isLinked = email === undefined ? isJsonObject(now) : email === emailOf(sent)
    ensure(isLinked, `advisor ${emailOf(sent)}`, received, exchanges, 'ADVISOR-1')
  } else if (sent === null) ensure(!email, 'no advisor', received, exchanges, 'ADVISOR-3')
  else {
    const before = `advisor ${JSON.stringify(was ?? null)}`
    ensure(known(was) === known(now), `${before}, as it was`, received, exchanges, 'ADVISOR-4')
  }
}

function emailOf(advisor: unknown): string | undefined {
  const email = isJsonObject(advisor) ? advisor.email : undefined
  return typeof email === 'string' ? email.toLowerCase() : undefined
}

/** The fields of an advisor that an update may set, and the email in one letter case: what else is shown may change. */
function known(advisor: unknown): string {
  if (!isJsonObject(advisor)) return 'none'
  const fields = ADVISOR_FIELDS.map((field) => advisor[field] ?? '')
  return JSON.stringify([emailOf(advisor) ?? '', ...fields.slice(1)])
}
