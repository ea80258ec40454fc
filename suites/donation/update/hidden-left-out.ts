import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import type { KINDS } from '../../support/donations.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { canLook } from '../../support/hidden.ts'
import { expectPlainHiddenUnchanged, hiddenAfter } from './model/hidden-unchanged.ts'

/** What is stored first, and then left out. */
const STORED: UpdateBody = { memo: 'Please keep this', donor_postal_code: '94110', donor_country: 'us' }

/** Updates that leave most of it out, of one field and of two, or all of it. */
const LATER: Readonly<Record<(typeof KINDS)[number], readonly UpdateBody[]>> = {
  pledged: [{ donor_city: 'Rome' }, { donor_province: 'Lazio', source: 'raffle' }],
  other: [{ donor_city: 'Rome', advisor: null }, {}],
}

/**
 * Judges that fields which no answer has to show stay as well when an update leaves them out, where a target lets one
 * look at them.
 * @throws ViolationError where one does not; NotApplicableError where only updates show something.
 */
export async function expectHiddenLeftOutUnchanged(
  context: Context,
  kind: (typeof KINDS)[number],
): Promise<void> {
  if (!canLook(context)) throw new NotApplicableError('nothing shows what answers need not show')
  const donation = await context.donation(context.requireKind(kind))
  const stored = kind === 'pledged' ? { ...STORED, ...PLAIN_GATED } : STORED
  await apply(context, donation, stored)
  let before = await hiddenAfter(context, donation, stored)
  for (const by of UPDATE_METHODS)
    for (const body of LATER[kind]) {
      const { exchange } = await apply(context, donation, body, by)
      const leftOut = Object.fromEntries(Object.entries(before).filter(([field]) => !(field in body)))
      await expectPlainHiddenUnchanged(context, donation, leftOut, [exchange])
      before = await hiddenAfter(context, donation, body)
    }
}
