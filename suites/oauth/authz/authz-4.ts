import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'

/** Other response types of OAuth and OpenID Connect, near misses of `code`, and none at all. */
export const authz4 = requirement(
  'AUTHZ-4',
  cases(
    {
      missing: undefined,
      empty: '',
      token: 'token',
      id_token: 'id_token',
      none: 'none',
      'code and token': 'code token',
      'upper case': 'CODE',
      'capital letter': 'Code',
      'a prefix of code': 'cod',
      'code with a suffix': 'code2',
      unknown: 'made_up',
    },
    async ({ oauth }, response_type) => {
      await expectNoCode(oauth, { response_type })
    },
  ),
)
