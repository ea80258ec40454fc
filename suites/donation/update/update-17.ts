import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { donorOfEachScript, internationalDonor } from '../../../generators/index.ts'
import { type Context, cases, property, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { anyMethod } from '../../support/methods.ts'
import { expectComesBack } from './comes-back.ts'

/** Names and addresses of real people survive unchanged, in whatever script they are written. */
export const update17 = requirement(
  'UPDATE-17',
  property(
    fc.tuple(anyMethod, internationalDonor()),
    async (context, [by, { value }]) => expectScriptKept(context, value, by),
    { share: 0.2 },
  ),
  cases('each script', donorOfEachScript(), async (context, donor) => {
    for (const by of UPDATE_METHODS) await expectScriptKept(context, donor, by)
  }),
)

/** Judges UPDATE-17 for one body, where plain values in the same fields come back. */
async function expectScriptKept(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const donation = await context.donation()
  await withControl(
    () => expectComesBack(context, donation, body, by),
    () => expectPlainStored(context, donation, by),
    'UPDATE-3',
  )
}
