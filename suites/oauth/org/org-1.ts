import { describeAnswer } from '../../../client/http/answer.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { signedIn } from './organizations.ts'

export const org1 = requirement(
  'ORG-1',
  test(async (context) => {
    const { oauth, inspectorIfAny } = context
    const ids = await expectPublicEntries(oauth)
    if (!inspectorIfAny) return
    const { organization_id } = await inspectorIfAny.donation(await context.donation())
    ensure(
      ids.includes(organization_id),
      `the public id of the donations' organization, ${organization_id}`,
      `ids ${ids.join(', ')}`,
      [],
    )
  }),
  test('several organizations', async (context) => {
    if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
    await expectPublicEntries(context.multiOrgOAuth)
  }),
)

async function expectPublicEntries(oauth: OAuth): Promise<string[]> {
  const { organizations, exchange } = await signedIn(oauth)
  if (organizations.length === 0) throw new InconclusiveError('the user owns no organization')
  const ids = organizations.map(({ id }) => id)
  ensure(ids.every(Boolean), 'an id in every entry', describeAnswer(exchange), [exchange])
  ensure(
    organizations.every(({ name }) => name),
    'a name in every entry',
    describeAnswer(exchange),
    [exchange],
  )
  ensure(new Set(ids).size === ids.length, 'distinct ids', `ids ${ids.join(', ')}`, [exchange])
  return ids
}
