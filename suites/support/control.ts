import type { UpdateMethod } from '../../client/donations/api.ts'
import type { RequirementId } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Context, ViolationError } from '../../harness/authoring/index.ts'
import { expectShown, OTHER_DONOR, PLAIN_DONOR, read, reset } from './donation.ts'

/**
 * Judges, and holds what it finds against the service only where a control, which leaves out what is judged, is in
 * order: a service that fails there too breaks another requirement, and the test of that one says so.
 *
 * @param see the requirement that the control stands for.
 * @throws InconclusiveError where the control fails as well.
 */
export async function judgeWithControl(
  judge: () => Promise<void>,
  control: () => Promise<void>,
  see: RequirementId,
): Promise<void> {
  try {
    await judge()
  } catch (error) {
    if (!(error instanceof ViolationError)) throw error
    await control().catch((other: unknown) => {
      if (!(other instanceof ViolationError)) throw other
      throw new InconclusiveError(`the service fails without it too (see ${see}): ${other.message}`)
    })
    throw error
  }
}

/** A control: plain values are stored, one after the other, and shown as they are. */
export async function expectPlainStored(
  context: Context,
  id: string,
  method: UpdateMethod = 'PATCH',
): Promise<void> {
  for (const donor of [OTHER_DONOR, PLAIN_DONOR]) {
    expectShown(donor, await reset(context, id, donor, method))
    expectShown(donor, await read(context, id))
  }
}
