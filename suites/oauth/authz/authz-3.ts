import { codeOf } from '../../../client/login/authorization-flow.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { isMainRow } from '../../axes/askers.ts'
import { authorizeToCode, requireWorkable } from '../../support/authorization.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/** Some services keep the state of a session's last request, and miss it only in the next. */
const TIMES = 2

/** Ordinary requests but for the state: again and again, and of each user by each client. */
export const authz3 = requirement(
  'AUTHZ-3',
  test(async ({ oauth }) => {
    for (let time = 1; time <= TIMES; time++)
      expect(await authorizeToCode(oauth, { state: undefined })).toYieldCode()
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const [, { asked, flow }] = await visitsOf(context, whose)
      if (!codeOf(flow)) throw new InconclusiveError('an ordinary request gets no code (see AUTHZ-1)')
      requireWorkable(asked)
      expect(seenBy(context, asked)).toYieldCode()
    },
    { except: isMainRow },
  ),
)
