import { isAccepted } from '../../../client/http/answer.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import {
  FIRST_HOLDER,
  type Held,
  type Holder,
  hold,
  requireOpened,
  share,
  TWO_OWNERS_AXIS,
} from '../../axes/bearer.ts'
import { requireAnswer } from './production.ts'

/** Refused once, refused again: the first refusal must not be what makes the token known. */
const ATTEMPTS = 2

const OTHERS: Readonly<Record<string, Holder>> = {
  'several organizations, by a refresh': {
    user: 'a user with several organizations',
    client: 'second client',
    refreshes: 1,
  },
  'no organization': { ...FIRST_HOLDER, user: 'a user without organizations' },
  'first client, by a later refresh': { ...FIRST_HOLDER, refreshes: 3 },
}

/** Tokens that open the sandbox's API are tried at production's, by GET alone: nothing there may be changed. */
export const env2 = requirement(
  'ENV-2',
  cases('token of', { ...TWO_OWNERS_AXIS.values, ...OTHERS }, async (context, holder) => {
    const { http, api, fixtures } = context
    const ask = async ({ accessToken }: Held) => api.organizations({ authorization: `Bearer ${accessToken}` })
    let held = await share(context, holder)
    // A later login may have ended the token that others use too.
    if (!isAccepted(await ask(held))) {
      held = await hold(context, holder)
      requireOpened(await ask(held), holder, 'the token does not even open the sandbox (see ORG-5)')
    }
    const authorization = `Bearer ${held.accessToken}`
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const inProduction = await http.send({
        method: 'GET',
        url: `${fixtures.productionApiUrl}/v1/organizations`,
        headers: { accept: 'application/json', authorization },
      })
      expect(requireAnswer(inProduction, 'PRODUCTION_API_URL')).toBeRefused()
    }
  }),
)
