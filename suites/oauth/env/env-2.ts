import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { share, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import { requireAnswer } from './production.ts'

/** Tokens that open the sandbox's API are tried at production's, by GET alone: nothing there may be changed. */
export const env2 = requirement(
  'ENV-2',
  cases('token of', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const { http, api, productionApiUrl } = context
    const { accessToken } = await share(context, holder)
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
