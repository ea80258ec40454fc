import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { isAccepted, isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { PLAIN_HIDDEN_FIELDS } from '../../../contract/fields.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { type HiddenField, hiddenValues } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import type { Shown } from '../../support/record.ts'
import { isStored } from '../../support/stored.ts'

/** What an update by one method did. */
export interface Effect {
  /** The values that the donation has to hold now if the service stored what it accepted. */
  readonly known: UpdateBody
  readonly answer: Exchange
  /** The donation after the update, with what can be seen of it beside its record. */
  readonly afterwards: Shown
}

/**
 * The answer to an update of a donation in which every field has a known value, so that whatever a method
 * clears shows.
 * @param linked what is linked to it, too.
 * @throws InconclusiveError where the donation does not take the known values.
 */
export async function answerTo(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
  linked: UpdateBody = {},
): Promise<Exchange> {
  await apply(context, donation, { ...knownFor(context, donation), ...linked })
  return context.api.update(by, donation, body)
}

/** A known value for every field that such a donation takes. */
export function knownFor({ target }: Context, donation: string): UpdateBody {
  return { ...PLAIN_UPDATE, ...(target.pledgedDonationIds.includes(donation) ? PLAIN_GATED : {}) }
}

/** An update whose effect is asked for. */
interface Updating {
  readonly donation: string
  readonly body: UpdateBody
  /** What is linked to the donation before. */
  readonly linked: UpdateBody
}

/**
 * What such an update answers, and what it leaves behind.
 * @param trusting whether the answer is taken at its word, where it says what the donation is now.
 * @throws InconclusiveError where the donation does not take the known values, or cannot be read back.
 */
export async function effectOf(
  context: Context,
  { donation, body, linked }: Updating,
  by: UpdateMethod,
  trusting = false,
): Promise<Effect> {
  const answer = await answerTo(context, donation, body, by, linked)
  const known = { ...knownFor(context, donation), ...(isAccepted(answer) ? body : {}) }
  const said = trusting && isAccepted(answer) ? recordOf(answer) : undefined
  const shown = said ? { record: said, exchange: answer } : await readBack(context, donation)
  return { known, answer, afterwards: await withHidden(context, donation, shown, known) }
}

/** A record with the plain fields that only the inspector or SANDBOX_READ_DONATION shows. */
async function withHidden(
  context: Context,
  donation: string,
  shown: Shown,
  known: UpdateBody,
): Promise<Shown> {
  const fields = PLAIN_HIDDEN_FIELDS.filter((field) => !(field in shown.record) && field in known)
  const isKnown = (field: HiddenField, value: unknown) => isStored(field, known[field], value)
  const values = fields.length > 0 ? await hiddenValues(context, donation, shown, fields, isKnown) : {}
  const seen = Object.entries(values).flatMap(([field, hidden]) =>
    hidden.seen && !isJsonObject(hidden.value) ? [[field, hidden.value ?? null]] : [],
  )
  return { ...shown, record: { ...shown.record, ...Object.fromEntries(seen) } }
}
