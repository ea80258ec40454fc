import { isRefused } from '../../../client/http/answer.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { covering, requirement } from '../../../harness/authoring/index.ts'
import { refusalAxis } from '../../axes/states.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { notShown } from '../../support/hidden.ts'
import { BESIDE_REFUSED } from '../../support/refused-updates.ts'
import { expectStillSet, setDesignation } from './present.ts'

/** A rejected update leaves the present designation in place. */
export const designation7 = requirement(
  'DESIGNATION-7',
  covering('each reason', { reason: refusalAxis }, async (context, { reason }) => {
    if (!context.inspectorIfAny && !context.reader) throw notShown('designation_id')
    const donation = await context.donation(context.known('other'))
    const id = await setDesignation(context, donation)
    const another: UpdateBody = { designation_id: context.designationIds[1] ?? null }
    for (const [by, position, beside] of BESIDE_REFUSED) {
      const refused = await reason.send(context, {
        donation,
        by,
        position,
        beside: { ...beside, ...(beside.designation_id === null ? {} : another) },
      })
      if (!isRefused(refused)) throw new NotApplicableError('not refused here: the other reasons decide')
      await expectStillSet(context, donation, refused, id)
    }
  }),
)
