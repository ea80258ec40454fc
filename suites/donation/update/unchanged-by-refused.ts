import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { expectStillUnchanged } from '../../support/expect-record.ts'
import type { Shown } from '../../support/record.ts'

/**
 * Judges that refused updates changed nothing, where plain values are stored as they are.
 * @param fields those that are compared; the observable ones unless told otherwise.
 * @throws ViolationError where they did; InconclusiveError where plain values are not stored either.
 */
export async function expectUnchangedByRefused(
  context: Context,
  donation: string,
  before: Shown,
  refused: readonly Exchange[],
  fields?: readonly string[],
): Promise<void> {
  await withControl(
    () => expectStillUnchanged(context, donation, before.record, refused, fields),
    () => expectPlainStored(context, donation),
    'UPDATE-3',
  )
}
