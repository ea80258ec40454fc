import { UPDATE_METHODS } from '../../client/donations/api.ts'
import { recordOf } from '../../client/donations/record.ts'
import { isAccepted, isJsonObject, type JsonObject } from '../../client/http/answer.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, expect, type Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'

/** What stands behind an address where a pattern ends at the end of a line, not at that of the text. */
export const LINE_ENDS: Table<string> = { 'a line end': '\n', 'a carriage return and a line end': '\r\n' }

/** An address of an update. */
interface AddressField {
  bodyWith(address: string): UpdateBody
  /** What a record has in its place; undefined where it does not show that. */
  shownIn(record: JsonObject): unknown
}

export const DONOR_ADDRESS: AddressField = {
  bodyWith: (donor_email) => ({ donor_email }),
  shownIn: ({ donor_email }) => donor_email,
}

export const ADVISOR_ADDRESS: AddressField = {
  bodyWith: (email) => ({ advisor: { email } }),
  shownIn: ({ advisor }) => (isJsonObject(advisor) ? advisor.email : advisor),
}

const ADDRESS = 'line.end@example.com'

/**
 * Judges that an update is refused by both methods for a line end behind an address.
 * @throws ViolationError where it is not; NotApplicableError where the line end is cut off, or nothing shows what became of
 * it: that is open.
 */
export async function expectLineEndRefused(
  context: Context,
  { bodyWith, shownIn }: AddressField,
  end: string,
): Promise<void> {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) {
    const exchange = await context.api.update(by, donation, bodyWith(ADDRESS + end))
    if (isAccepted(exchange)) {
      // The answer may leave out what is stored.
      const next = await context.api.update('PATCH', donation, {})
      const [shown, stored] = [exchange, next].map((one) => shownIn(recordOf(one) ?? {}))
      if (shown !== ADDRESS + end && (stored === ADDRESS || stored === undefined))
        throw new NotApplicableError('a line end behind an address is not seen to be kept, which is open')
    }
    expect(exchange).toBeRefused()
  }
}
