import type { UpdateMethod } from '../../client/donations/api.ts'
import { type RequirementId, SETTABLE_FIELDS, type SettableField } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Context, ViolationError } from '../../harness/authoring/index.ts'
import { apply } from './apply.ts'
import { OTHER_DONOR, PLAIN_DONOR } from './donors.ts'
import { expectShown } from './expect-record.ts'
import { readBack } from './read-back.ts'

/**
 * Holds what a check finds against the service only where a control succeeds: the same steps without what is
 * checked. A service that fails the control too breaks another requirement, whose own test says so.
 *
 * @param see the requirement that the control stands for.
 * @throws ViolationError of the check, where the control succeeds; InconclusiveError where it fails as well.
 */
export async function withControl(
  check: () => Promise<void>,
  control: () => Promise<void>,
  see: RequirementId,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof ViolationError)) throw error
    await control().catch((other: unknown) => {
      if (!(other instanceof ViolationError)) throw other
      throw new InconclusiveError(`the service fails without it too (see ${see}): ${other.message}`)
    })
    throw error
  }
}

/**
 * A control that stands for UPDATE-3: plain values are stored, one after the other, and shown as they are.
 * @throws ViolationError where they are not.
 */
export async function expectPlainStored(
  context: Context,
  id: string,
  method: UpdateMethod = 'PATCH',
): Promise<void> {
  for (const donor of [OTHER_DONOR, PLAIN_DONOR]) {
    expectShown(donor, await apply(context, id, donor, method))
    expectShown(donor, await readBack(context, id))
  }
}

/**
 * A control for what an update leaves out, which stands for UPDATE-3: plain values that were shown as they are do not
 * give way to those that were there before. What becomes of them otherwise, the update did by which they are read.
 * @throws ViolationError where the older values are back.
 */
export async function expectNotStale(context: Context, id: string): Promise<void> {
  for (const donor of [OTHER_DONOR, PLAIN_DONOR]) expectShown(donor, await apply(context, id, donor))
  const now = await readBack(context, id)
  const isBack = (field: SettableField) =>
    now.record[field] === OTHER_DONOR[field] && PLAIN_DONOR[field] !== OTHER_DONOR[field]
  const back = SETTABLE_FIELDS.filter(isBack)
  expectShown(Object.fromEntries(back.map((field) => [field, PLAIN_DONOR[field]])), now)
}
