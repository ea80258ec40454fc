import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireAnswer } from './production.ts'

/** A token that opens the sandbox's API is tried at production's, by GET alone: nothing there may be changed. */
export const env2 = requirement(
  'ENV-2',
  test(async ({ http, oauth, api, productionApiUrl }) => {
    const { accessToken } = await oauth.signIn()
    const authorization = `Bearer ${accessToken}`
    const inSandbox = await api.organizations({ authorization })
    if (!isAccepted(inSandbox))
      throw new InconclusiveError('the token does not even open the sandbox (see ORG-5)')
    const inProduction = await http.send({
      method: 'GET',
      url: `${productionApiUrl}/v1/organizations`,
      headers: { accept: 'application/json', authorization },
    })
    expect(requireAnswer(inProduction, 'PRODUCTION_API_URL')).toBeRefused()
  }),
)
