import { randomUUID } from 'node:crypto'
import type { Mistake } from '../../../client/environment/mistakes.ts'
import { isAccepted, isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Session } from '../../session/session.ts'
import { type AnswerAbout, isAnsweredAlike } from './same-answer.ts'

/** A designation that is not what its key says. */
interface WrongDesignation extends Mistake {
  readonly id: string
}

/**
 * Designations that are not of the campaign of the donations, or are where they should not be.
 *
 * A designation that is refused is wrong where it is answered as one that nobody knows, and either the only one, or the
 * only one of several that is refused: a service that refuses one of several, as if it did not exist, cannot be told
 * from that. Several that are refused are the service's matter (DESIGNATION-1), unless the one of another campaign is
 * accepted meanwhile: then they were swapped. That one accepted by itself is the service's matter too (DESIGNATION-2).
 *
 * One that is refused and no UUID, as the contract's are, is wrong whatever becomes of the others.
 *
 * @param donations each known to the service and the token.
 */
export async function wrongDesignations(
  session: Session,
  donations: readonly string[],
): Promise<readonly WrongDesignation[]> {
  const { designationIds: own, otherCampaignDesignationId: foreign } = session.target
  const [first] = donations
  if (first === undefined || own.length === 0) return []
  // One after the other: each changes the same donation.
  const refused: AnswerAbout[] = []
  for (const value of own) {
    const exchange = await refusalOf(session, donations, value)
    if (exchange) refused.push({ value, exchange })
  }
  const isForeignTaken =
    foreign !== undefined &&
    refused.length > 0 &&
    (await refusalOf(session, donations, foreign)) === undefined
  const unknown = refused.length > 0 ? await answersToUnknown(session, first) : undefined
  await session.api.update('PATCH', first, { designation_id: null })
  if (isForeignTaken && refused.length === own.length)
    return [
      ...refused.map(({ value }) => wrong('SANDBOX_DESIGNATION_IDS', value, 'is refused')),
      wrong('SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID', foreign, 'is accepted'),
    ]
  const malformed = refused.filter(({ value }) => !UUID.test(value))
  if (malformed.length > 0)
    return malformed.map(({ value }) => wrong('SANDBOX_DESIGNATION_IDS', value, 'is no UUID, and is refused'))
  const [one, ...others] = refused
  if (!one || others.length > 0 || !unknown || !isAnsweredAlike(one, unknown)) return []
  return [wrong('SANDBOX_DESIGNATION_IDS', one.value, 'is refused as an unknown one')]
}

/** With or without its hyphens. */
const UUID = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i

function wrong(key: Mistake['key'], id: string, what: string): WrongDesignation {
  return { key, id, says: `${id} ${what} for the campaign of the donations` }
}

/** How a designation is refused; undefined where any donation takes it, by PATCH or PUT. */
async function refusalOf(
  { api }: Session,
  donations: readonly string[],
  designation_id: string,
): Promise<Exchange | undefined> {
  let refusal: Exchange | undefined
  for (const donation of donations)
    for (const method of ['PATCH', 'PUT'] as const) {
      const exchange = await api.update(method, donation, { designation_id })
      if (isAccepted(exchange)) return undefined
      if (isRefused(exchange)) refusal ??= exchange
    }
  return refusal
}

/** How two designations are answered that nobody knows; undefined where one is accepted. */
async function answersToUnknown(
  { api }: Session,
  donation: string,
): Promise<[AnswerAbout, AnswerAbout] | undefined> {
  const ask = async (): Promise<AnswerAbout> => {
    const value = randomUUID()
    return { value, exchange: await api.update('PATCH', donation, { designation_id: value }) }
  }
  const answers: [AnswerAbout, AnswerAbout] = [await ask(), await ask()]
  return answers.some(({ exchange }) => isAccepted(exchange)) ? undefined : answers
}
