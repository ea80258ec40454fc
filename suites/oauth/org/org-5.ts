import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { OPENERS } from '../../axes/surroundings.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'
import { type Link, plainChain } from '../lives/chain.ts'
import { seenBy } from '../lives/seen-by.ts'
import { WHOSE } from '../lives/whose.ts'

/** What might open the way without a token, all at once. */
const OPENING_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'an address of this host',
    'a user whom a gateway names',
    'marks of an internal call',
    'a page of its own',
    'cookies of a session',
    'marks of a test',
  ].flatMap((name) => Object.entries(OPENERS[name]?.headers ?? {})),
)

/** GET /v1/organizations with tokens of a code exchange and of refreshes, and without a valid one. */
export const org5 = requirement(
  'ORG-5',
  test('with a valid token', async ({ api }) => {
    expect(await api.organizations()).toBeAcceptedAsJson()
  }),
  covering('of whom', WHOSE, async (context, whose) => {
    const { read, links } = await plainChain(context, whose)
    expect(seenBy(context, read)).toBeAcceptedAsJson()
    for (const link of links) {
      if (!link.read) return
      if (!isAccepted(link.read)) await requireUpdate(context, link)
      expect(seenBy(context, link.read)).toBeAcceptedAsJson()
    }
  }),
  cases(
    'without one',
    {
      'no Authorization header': null,
      'a made-up token': `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
      'no token': 'Bearer',
    },
    async ({ api }, authorization) => {
      expect(await api.organizations({ authorization })).toBeRefused()
    },
  ),
  test('without one, in odd surroundings', async ({ api }) => {
    const exchange = await api.organizations({ authorization: null, headers: OPENING_HEADERS })
    ensure(!isAccepted(exchange), 'no 2xx without an Authorization header', describeAnswer(exchange), [
      exchange,
    ])
  }),
)

/** @throws InconclusiveError where the refreshed token does not open an update either. */
async function requireUpdate(context: Context, { refresh }: Link): Promise<void> {
  const authorization = `Bearer ${tokensOf(refresh)?.accessToken}`
  const update = await context.api.update('PATCH', await context.donation(), {}, { authorization })
  if (!isAccepted(update)) throw new InconclusiveError('no call takes a refreshed token (see REFRESH-2)')
}
