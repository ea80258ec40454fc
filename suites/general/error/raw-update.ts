import { RawBody, type UpdateMethod } from '../../../client/donations/api.ts'
import type { Context } from '../../../harness/authoring/index.ts'

/**
 * Sends these bytes as the body of an update of any donation. What comes back is for a rule to judge.
 * @throws InconclusiveError where no donation is known.
 */
export async function sendRawUpdate(
  context: Context,
  method: UpdateMethod,
  body: string | Uint8Array,
): Promise<void> {
  await context.api.update(method, await context.donation(), new RawBody(body))
}
