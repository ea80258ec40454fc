import { isAccepted } from '../../../client/http/answer.ts'
import { afterRefresh, type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { callWith } from '../../axes/calls.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { CLIENT_NAMES, refreshOnce } from '../../axes/refresh.ts'
import { newTokens, requireOpened, sharedTokens } from '../../axes/tokens.ts'
import { hasDonations, requireDonation } from '../../support/donations.ts'
import { ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'

/** Refreshes in a row: updates are tried after the first and the last. */
const TURNS = [1, 2, 3]

/** Where a call works with the access token of the login, it works with that of each refresh. */
export const refresh2 = requirement(
  'REFRESH-2',
  covering('a chain', WHOSE, async (context, whose) => {
    const { read, links } = await ordinaryChain(context, whose)
    requireOpened(read, whose, "the API does not accept this user's first access token (see ORG-5)")
    if (!links[0]?.read) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-1)')
    for (const link of links) if (link.read) expect(seenBy(context, link.read)).toBeAccepted()
  }),
  cases('before any other call', CLIENT_NAMES.values, async (context, client) => {
    const holder = { ...FIRST_HOLDER, client, refreshes: 1 }
    // One client begins with an update: what knows tokens there may learn of them later.
    const donation =
      client === 'second client' && hasDonations(context) ? await context.donation() : undefined
    const readWith = ({ accessToken }: Tokens) =>
      callWith(context, donation === undefined ? 'GET' : 'PUT', donation ?? '', `Bearer ${accessToken}`)
    let read = await readWith(await sharedTokens(context, holder))
    if (!isAccepted(read)) {
      // Others may have ended what they use as well.
      const first = await newTokens(context, { ...holder, refreshes: 0 })
      requireOpened(await readWith(first), holder, 'not even the access token of a login opens a call')
      read = await readWith(await newTokens(context, holder))
    }
    expect(read).toBeAccepted()
  }),
  cases('updates', CLIENT_NAMES.values, async (context, client) => {
    requireDonation(context)
    const donation = await context.donation()
    const held = await newTokens(context, { ...FIRST_HOLDER, client })
    let newest: Tokens = held
    const updates = async () =>
      [
        await callWith(context, 'PATCH', donation, `Bearer ${newest.accessToken}`),
        await callWith(context, 'PUT', donation, `Bearer ${newest.accessToken}`),
      ] as const
    if (!(await updates()).every(isAccepted))
      throw new InconclusiveError('an update does not work even with the first access token')
    for (const turn of TURNS) {
      newest = next(newest, tokensOf(await refreshOnce(context, held, newest)))
      if (turn === 2) continue
      for (const update of await updates()) expect(update).toBeAccepted()
    }
  }),
)

/** @throws InconclusiveError where a refresh gave no tokens; REFRESH-1 and REFRESH-3 judge that. */
function next(before: Tokens, tokens: Tokens | undefined): Tokens {
  if (!tokens) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-1)')
  return afterRefresh(before.refreshToken, tokens)
}
