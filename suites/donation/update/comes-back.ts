import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectShown } from '../../support/expect-record.ts'
import { readBack } from '../../support/read-back.ts'
import { shownBy } from '../../support/record.ts'

/**
 * Judges UPDATE-3 for one body: its values are in the answer, and there when the donation is read back.
 * @throws ViolationError where they are not; InconclusiveError where simpler updates fail too.
 */
export async function expectComesBack(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  await reset(context, donation)
  const exchange = await expectAccepted(context, donation, body, by)
  expectShown(body, shownBy(exchange))
  expectShown(body, await readBack(context, donation), [exchange])
}
