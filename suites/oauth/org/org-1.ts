import { describeAnswer } from '../../../client/http/answer.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { signInWithOrganizations } from './organizations.ts'

/** The entries of the main user and of one with several; the inspector knows which id belongs to the donations. */
export const org1 = requirement(
  'ORG-1',
  test(async (context) => {
    const { oauth, inspectorIfAny } = context
    const ids = await expectEntries(oauth)
    // Only the inspector can tell a public id from an internal one.
    if (!inspectorIfAny) return
    const donation = await context.donation()
    const { organization_id } = await inspectorIfAny.donation(donation)
    ensure(
      ids.includes(organization_id),
      `the public id of the donations' organization, ${organization_id}`,
      `ids ${ids.join(', ')}`,
      [],
    )
  }),
  test('several organizations', async (context) => {
    if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
    await expectEntries(context.multiOrgOAuth)
  }),
)

/** Judges that each entry has an id of its own and a name. Returns the ids. */
async function expectEntries(oauth: OAuth): Promise<readonly string[]> {
  const { organizations, exchange } = await signInWithOrganizations(oauth)
  if (organizations.length === 0) throw new InconclusiveError('the user owns no organization')
  const ids = organizations.map(({ id }) => id)
  const names = organizations.map(({ name }) => name)
  ensure(ids.every(Boolean), 'an id in every entry', describeAnswer(exchange), [exchange])
  ensure(names.every(Boolean), 'a name in every entry', describeAnswer(exchange), [exchange])
  ensure(new Set(ids).size === ids.length, 'distinct ids', `ids ${ids.join(', ')}`, [exchange])
  return ids
}
