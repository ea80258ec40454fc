import { describeAnswer } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENT_AXIS, USER_AXIS } from '../../axes/askers.ts'
import { organizationsOf, signInWithOrganizations } from './organizations.ts'

/** Logins of one user by one client: an id that another login does not know is none of an organization. */
const LOGINS = 2

/** The entries for each user who owns some; the inspector knows which id belongs to the donations. */
export const org1 = requirement(
  'ORG-1',
  test(async (context) => {
    const { oauth, inspectorIfAny } = context
    const { exchange } = await signInWithOrganizations(oauth)
    const ids = expectEntries(exchange)
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
  covering(
    'who asks',
    { user: USER_AXIS, client: CLIENT_AXIS },
    async (context, { user, client }, name) => {
      const asker = askerOf(context, user, client)
      const first = expectEntries((await asker.signIn()).exchange)
      for (let login = 2; login <= LOGINS; login++) {
        const { exchange } = await asker.signIn()
        const ids = expectEntries(exchange)
        // ORG-4 judges that none is missing.
        const known = ids.length <= first.length ? first : ids
        const strange = [...ids, ...first].filter((id) => !known.includes(id) && ids.length === first.length)
        ensure(
          strange.length === 0,
          `the same public ids at each login (${name})`,
          `ids ${ids.join(', ')} at login ${login}, and ${first.join(', ')} before`,
          [exchange],
        )
      }
      const { inspectorIfAny } = context
      if (!inspectorIfAny || name.startsWith('a user with several')) return
      const { organization_id } = await inspectorIfAny.donation(await context.donation())
      ensure(
        first.includes(organization_id),
        `the public id of the donations' organization, ${organization_id}`,
        `ids ${first.join(', ')}`,
        [],
      )
    },
    { except: ({ user }) => user === 'a user without organizations' },
  ),
)

/** Judges that each entry has an id of its own and a name. Returns the ids. */
function expectEntries(exchange: Exchange): readonly string[] {
  const organizations = organizationsOf(exchange)
  if (organizations.length === 0) throw new InconclusiveError('the user owns no organization')
  const ids = organizations.map(({ id }) => id)
  const names = organizations.map(({ name }) => name)
  ensure(ids.every(isVisible), 'an id in every entry', describeAnswer(exchange), [exchange])
  ensure(names.every(isVisible), 'a name in every entry', describeAnswer(exchange), [exchange])
  ensure(new Set(ids).size === ids.length, 'distinct ids', `ids ${ids.join(', ')}`, [exchange])
  return ids
}

/** A text of blanks names nothing. */
function isVisible(text: string): boolean {
  return text.trim() !== ''
}
