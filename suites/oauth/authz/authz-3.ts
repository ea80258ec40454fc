import { covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENT_AXIS, isMain, USER_AXIS } from '../../axes/askers.ts'
import { authorizeToCode } from '../../support/authorization.ts'

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
    { user: USER_AXIS, client: CLIENT_AXIS },
    async (context, { user, client }) => {
      expect(await authorizeToCode(askerOf(context, user, client), { state: undefined })).toYieldCode()
    },
    { strength: 1, except: isMain },
  ),
)
