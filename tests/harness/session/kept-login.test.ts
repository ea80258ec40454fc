import { describe, expect, test } from 'vitest'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { UNSURVEYED } from '../../../harness/model/grants.ts'
import type { KeptLogin } from '../../../harness/session/own-tokens.ts'
import { Session } from '../../../harness/session/session.ts'
import { surveyGrants } from '../../../harness/session/survey-grants.ts'
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

/** A refresh token that the service gave to somebody who logged in by its forms. */
async function given(target: TargetConfig): Promise<KeptLogin> {
  const session = new Session(settings({ target: { ...target, login: 'form' } }))
  const { refreshToken = '' } = await session.oauth().signIn()
  await session.close()
  return { refreshToken }
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
  const first = new Session(settings({ target }), await given(target))
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
  const ended = { refreshToken: 'ended-when-the-service-started-anew' }
  const session = new Session(settings({ target: await targetOf() }), ended)
  expect(await called(session)).toEqual([REFRESH, ...LOGIN])
})

test('so is one whose refresh gives no token that works', async () => {
  const target = await targetOf('refresh-2-not-stored')
  const session = new Session(settings({ target }), await given(target))
  expect(await called(session)).toEqual([REFRESH, 'GET /v1/organizations', ...LOGIN])
})

describe('where a browser logs in', () => {
  const only = ['UPDATE-16']

  /** A run by a browser that knows how grants live together, as if it had logged in. */
  async function lookedAround(target: TargetConfig): Promise<Session> {
    const session = new Session(settings({ target, only }), await given(target))
    session.grants.survey = { ...UNSURVEYED, observations: { 'a later login': 'leaves a grant alone' } }
    await session.api.organizations()
    await session.close()
    return session
  }

  test('the next run of some requirements goes on from the tokens, and asks nothing anew of grants', async () => {
    const target = { ...(await targetOf()), login: 'browser' } as const
    const first = await lookedAround(target)
    const second = new Session(settings({ target, only }), first.loginFor(target))
    expect((await surveyGrants(second)).observations).toEqual({ 'a later login': 'leaves a grant alone' })
    expect(await called(second)).toEqual([REFRESH, 'GET /v1/organizations', 'GET /v1/organizations'])
  })

  test('a run that was ended leaves its tokens alone', async () => {
    const target = { ...(await targetOf()), login: 'browser' } as const
    const first = await lookedAround(target)
    first.abort.abort('a file changed')
    expect(first.loginFor(target)).toEqual({ refreshToken: expect.any(String) })
  })
})
