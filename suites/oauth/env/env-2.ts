import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireThere } from './production.ts'

export const env2 = requirement(
  'ENV-2',
  test(async ({ http, oauth, api, productionApiUrl }) => {
    const { accessToken } = await oauth.signIn()
    const authorization = `Bearer ${accessToken}`
    const here = await api.organizations({ authorization })
    if (!isAccepted(here)) throw new InconclusiveError('the token does not even open the sandbox (see ORG-5)')
    const there = requireThere(
      await http.send({
        method: 'GET',
        url: `${productionApiUrl}/v1/organizations`,
        headers: { accept: 'application/json', authorization },
      }),
      'PRODUCTION_API_URL',
    )
    expect(there).toBeRefused()
  }),
)
