import { expect, test } from 'vitest'
import { isAccepted } from '../../../client/http/answer.ts'
import { openMock } from '../../../harness/session/open-target.ts'
import { Session } from '../../../harness/session/session.ts'
import { surveyGrants } from '../../../harness/session/survey-grants.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'

const CALLS = 8

async function withSession(
  variants: readonly string[],
  use: (session: Session) => Promise<void>,
): Promise<void> {
  const { target, close } = await openMock({ policies: applyAll(contractPolicies, { variants }) })
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  try {
    await use(session)
  } finally {
    await session.close()
    await close()
  }
}

test('many calls at the same moment survive that a later login ended their token', async () => {
  await withSession(['grants-one'], async (session) => {
    await session.api.organizations()
    await session.oauth().signIn()
    const answers = await Promise.all(Array.from({ length: CALLS }, () => session.api.organizations()))
    expect(answers.map(isAccepted)).toEqual(answers.map(() => true))
  })
})

test.each([
  ['401', []],
  ['another status', ['rejections-410']],
])('a call whose token has expired survives, where that is told by %s', async (_, variants) => {
  await withSession(variants, async (session) => {
    await session.api.organizations()
    await session.inspector.advanceClock(2 * 3600)
    expect(isAccepted(await session.api.organizations())).toBe(true)
  })
})

test.each([
  [['grants-ended-by-decline'], 'an authorization that the user declines', 'ends a grant'],
  [
    ['grants-ended-by-authorization-with-codes'],
    'two authorizations at the same moment',
    'only one goes through',
  ],
  [
    ['grants-ended-by-refresh-token-reuse', 'grace-until-refresh-token-used'],
    'a superseded refresh token of another grant',
    'ends a grant',
  ],
  [
    ['grants-ended-by-refresh-token-reuse', 'tokens-rotate-every-second-time'],
    'a superseded refresh token of another grant',
    'ends a grant',
  ],
  [['grants-share-access-token'], 'a code of another grant, used twice', 'ends a grant'],
  [['grants-share-access-token-of-codes'], 'a code of another grant, used twice', 'ends a grant'],
])('what ends grants is seen at the start: %s', async (variants, step, seen) => {
  await withSession(variants, async (session) => {
    const survey = await surveyGrants(session)
    expect(survey.oneTestAtATime).toBe(true)
    expect(survey.observations[step]).toBe(seen)
  })
})
