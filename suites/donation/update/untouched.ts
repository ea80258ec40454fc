import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import { expectUnchanged, type Shown } from '../../support/donation.ts'

/** Judges that refused updates changed nothing, where plain values are stored as they are. */
export async function expectUntouched(
  context: Context,
  donation: string,
  before: Shown,
  refused: readonly Exchange[],
  fields?: readonly string[],
): Promise<void> {
  await judgeWithControl(
    () => expectUnchanged(context, donation, before.record, refused, fields),
    () => expectPlainStored(context, donation),
    'UPDATE-3',
  )
}
