import { isRefused } from '../../../client/http/answer.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, covering, requirement } from '../../../harness/authoring/index.ts'
import { refusalAxis } from '../../axes/refusals.ts'
import { withControl } from '../../support/control.ts'
import { canLook } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { BESIDE_REFUSED, type Refusal } from '../../support/refused-updates.ts'
import { expectHiddenUnchangedByRefused, refuse, requireRefused } from '../update/model/refuse.ts'
import { expectStillLinked, linkAdvisor } from './linked.ts'

/** A rejected update leaves the present advisor in place. */
export const advisor8 = requirement(
  'ADVISOR-8',
  covering('each reason', { reason: refusalAxis }, async (context, { reason }, name) => {
    if (!canLook(context)) return expectLinkedInRecord(context, reason)
    const refused = requireRefused(await refuse(context, name, reason))
    const { advisor } = refused.hidden
    if (!advisor?.seen) return expectLinkedInRecord(context, reason)
    if (advisor.value === undefined)
      throw new InconclusiveError('an advisor that was linked is not shown as linked (see ADVISOR-1)')
    expectHiddenUnchangedByRefused(refused, ['advisor'])
  }),
)

/** As far as records show it: by reading the donation, which has to leave the advisor, too. */
async function expectLinkedInRecord(context: Context, reason: Refusal): Promise<void> {
  context.giveBack()
  const donation = await context.donation(context.requireKind('other'))
  const linked = await linkAdvisor(context, donation)
  for (const [by, position, beside] of BESIDE_REFUSED) {
    const refused = await reason.send(context, { donation, by, position, beside })
    if (!isRefused(refused)) throw new NotApplicableError('not refused here: the other reasons decide')
    await withControl(
      () => expectStillLinked(context, donation, refused, linked),
      async () => {
        const again = await linkAdvisor(context, donation)
        await expectStillLinked(context, donation, (await readBack(context, donation)).exchange, again)
      },
      'ADVISOR-4',
    )
  }
}
