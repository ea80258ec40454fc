import { describeAnswer } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, covering, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE, type Whose } from '../flows/whose.ts'
import { organizationsOf, shownOrganizations, signInWithOrganizations } from './organizations.ts'

/** The entries for each user who owns some, at two logins and in a chain of refreshes; the inspector knows which id belongs to the donations. */
export const org1 = requirement(
  'ORG-1',
  test('of the tokens at hand', async (context) => {
    if (context.canLogIn) throw new NotApplicableError('logins of their own decide')
    expectEntries((await signInWithOrganizations(context.oauth)).exchange)
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const [one, other] = await visitsOf(context, whose)
      if (!one.exchange || !other.exchange)
        throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
      const first = expectEntries(seenBy(context, one.exchange))
      const second = expectEntries(seenBy(context, other.exchange))
      ensure(
        areSame(first, second),
        'the same public ids at each login',
        `ids ${second.join(', ')} at the second login, and ${first.join(', ')} before`,
        [other.exchange],
      )
      expectSameNames(one.exchange, other.exchange)
      if (whose.client === 'second client') await expectAsForFirstClient(context, whose, one.exchange)
      const { links } = await ordinaryChain(context, whose)
      for (const { refresh } of links) {
        if (!shownOrganizations(refresh)?.length) continue
        expectEntries(seenBy(context, refresh))
        expectSameNames(one.exchange, refresh)
      }
      const { inspectorIfAny } = context
      // Only the inspector can tell a public id from an internal one.
      if (!inspectorIfAny || whose.user === 'a user with several organizations') return
      const { organization_id } = await inspectorIfAny.donation(await context.donation())
      ensure(
        first.includes(organization_id),
        `the public id of the donations' organization, ${organization_id}`,
        `ids ${first.join(', ')}`,
        [one.exchange],
      )
    },
    { except: ({ user }) => user === 'no organization' },
  ),
)

/** Judges that this user's organizations have the ids that the first client sees. */
async function expectAsForFirstClient(context: Context, whose: Whose, exchange: Exchange): Promise<void> {
  const [visit] = await visitsOf(context, { ...whose, client: 'first client' })
  if (!visit.exchange) return
  const others = idsIn(visit.exchange)
  const ids = idsIn(exchange)
  ensure(
    areSame(others, ids),
    'the same public ids for each client',
    `ids ${ids.join(', ')} for the second client, and ${others.join(', ')} for the first`,
    [visit.exchange, exchange],
  )
}

const idsIn = (exchange: Exchange) => organizationsOf(exchange).map(({ id }) => id)

/**
 * Whether two lists hold the same ids: one that only one of them shows identifies no organization. Of lists of different
 * lengths ORG-4 judges what is missing.
 */
function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length !== other.length || other.every((id) => one.includes(id))
}

/** Judges that each entry has an id of its own and a name. Returns the ids. */
function expectEntries(exchange: Exchange): readonly string[] {
  const organizations = organizationsOf(exchange)
  if (organizations.length === 0) throw new InconclusiveError('the user owns no organization')
  const ids = idsIn(exchange)
  const names = organizations.map(({ name }) => name)
  ensure(ids.every(isVisible), 'an id in every entry', describeAnswer(exchange), [exchange])
  ensure(names.every(isVisible), 'a name in every entry', describeAnswer(exchange), [exchange])
  ensure(new Set(ids).size === ids.length, 'distinct ids', `ids ${ids.join(', ')}`, [exchange])
  return ids
}

/** Judges that what has the same id has the same name: of two names one is not the organization's. */
function expectSameNames(first: Exchange, later: Exchange): void {
  const names = new Map(organizationsOf(first).map(({ id, name }) => [id, name]))
  const other = organizationsOf(later).filter(({ id, name }) => (names.get(id) ?? name) !== name)
  ensure(
    other.length === 0,
    'the names of the first login',
    other.map(({ id, name }) => `${name} for ${id}, which was ${names.get(id)} before`).join('; '),
    [later],
  )
}

/** A text of white space alone is no name. */
function isVisible(text: string): boolean {
  return text.trim() !== ''
}
