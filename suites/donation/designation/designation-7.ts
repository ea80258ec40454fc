import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, requirement } from '../../../harness/authoring/index.ts'
import { refusalAxis } from '../../axes/refusals.ts'
import { canLook, isDesignation, notShown } from '../../support/hidden.ts'
import { expectHiddenUnchangedByRefused, refuse, requireRefused } from '../update/model/refuse.ts'

/** A rejected update leaves the present designation in place. */
export const designation7 = requirement(
  'DESIGNATION-7',
  covering('each reason', { reason: refusalAxis }, async (context, { reason }, name) => {
    const [id] = context.fixtures.designationIds
    // A record cannot show it: the update that reads one clears the designation.
    if (!canLook(context)) throw notShown(context, 'designation_id')
    const refused = requireRefused(await refuse(context, name, reason))
    const { designation_id: before } = refused.hidden
    if (!before?.seen) throw notShown(context, 'designation_id')
    if (isDesignation(before.value, id) !== true)
      throw new InconclusiveError('a designation that was set is not shown as set (see DESIGNATION-1)')
    expectHiddenUnchangedByRefused(refused, ['designation_id'])
  }),
)
