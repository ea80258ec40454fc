import type { UpdateMethod } from '../../../client/donations/api.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import {
  expectAccepted,
  expectShown,
  read,
  recordOf,
  reset,
  type UpdateBody,
} from '../../support/donation.ts'

/** Judges UPDATE-3 for one body: in the answer, and read back. */
export async function expectComesBack(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  await reset(context, donation)
  const exchange = await expectAccepted(context, donation, body, by)
  const record = recordOf(exchange)
  if (!record) throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
  expectShown(body, { record, exchange })
  expectShown(body, await read(context, donation), [exchange])
}
