import { expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { Session } from '../../../harness/session/session.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { servingMock } from '../../cli/places.ts'
import { settings } from '../samples.ts'

/** What a session sends, beginning with this refresh token, until it has called the API as itself. */
async function called(session: Session): Promise<string[]> {
  await session.api.organizations()
  await session.close()
  return session.drain().map(({ request }) => {
    const grant = new URLSearchParams(request.body).get('grant_type')
    return [request.method, new URL(request.url).pathname, ...(grant ? [grant] : [])].join(' ')
  })
}

async function targetOf(...faults: string[]) {
  const mock = await servingMock({ policies: applyAll(contractPolicies, { faults }) })
  return readEnvironment({ processEnv: mock.environment })
}

const LOGIN = [
  'GET /oauth2/authorize',
  'POST /oauth2/authorize',
  'POST /oauth2/authorize',
  'POST /oauth2/token authorization_code',
  'GET /v1/organizations',
]
const REFRESH = 'POST /oauth2/token refresh_token'

test('where a person logs in, the next run of the target goes on from the login of the one before', async () => {
  const target = { ...(await targetOf()), login: 'manual' } as const
  const { refreshToken } = await new Session(settings({ target: { ...target, login: 'form' } }))
    .oauth()
    .signIn()
  const first = new Session(settings({ target }), refreshToken)
  // The first call looks whether what was given is taken.
  expect(await called(first)).toEqual([REFRESH, 'GET /v1/organizations', 'GET /v1/organizations'])
  const second = new Session(settings({ target }), first.loginFor(structuredClone(target)))
  expect(await called(second)).toEqual([REFRESH, 'GET /v1/organizations', 'GET /v1/organizations'])
  expect(first.loginFor({ ...target, scope: 'another' })).toBeUndefined()
})

test('where nobody has to, each run logs in', async () => {
  const target = await targetOf()
  const session = new Session(settings({ target }))
  expect(await called(session)).toEqual(LOGIN)
  expect(session.loginFor(target)).toBeUndefined()
})

test('a login that has ended is made anew', async () => {
  const session = new Session(settings({ target: await targetOf() }), 'ended-when-the-service-started-anew')
  expect(await called(session)).toEqual([REFRESH, ...LOGIN])
})

test('so is one whose refresh gives no token that works', async () => {
  const target = await targetOf('refresh-2-not-stored')
  const { refreshToken } = await new Session(settings({ target })).oauth().signIn()
  const session = new Session(settings({ target }), refreshToken)
  expect(await called(session)).toEqual([REFRESH, 'GET /v1/organizations', ...LOGIN])
})
