import { expect, test } from 'vitest'
import { openMock } from '../../../harness/session/open-target.ts'
import { Session } from '../../../harness/session/session.ts'
import { surveyGrants } from '../../../harness/session/survey-grants.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'

/** What the look at the grants of such a service says of a code that is used twice. */
async function codeUsedTwice(...variants: readonly string[]) {
  const { target, close } = await openMock({ policies: applyAll(contractPolicies, { variants }) })
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  try {
    const { observations, oneTestAtATime } = await surveyGrants(session)
    return [observations['a code of another grant, used twice'], oneTestAtATime]
  } finally {
    await session.close()
    await close()
  }
}

test.each([
  ['grants of their own', [], 'leaves a grant alone', false],
  ['a token that codes share', ['grants-share-access-token-of-codes'], 'ends a grant', true],
  [
    'one that ends a little later',
    ['grants-share-access-token-of-codes', 'code-reuse-revokes-access-token-later'],
    'ends a grant',
    true,
  ],
])('a code that is used twice: %s', async (_, variants, seen, inTurn) => {
  expect(await codeUsedTwice(...variants)).toEqual([seen, inTurn])
})
