import type { Mistake } from '../../../client/environment/mistakes.ts'
import { isRefused, statusOf, stringMember } from '../../../client/http/answer.ts'
import type { Session } from '../../session/session.ts'
import { CODE_OF_NOBODY, saysUnknownClient } from '../preflight.ts'

/**
 * Whether the service does not know the second client: it refuses its credentials, and not those of the first, for the same
 * request. A service that knows one client alone cannot be told from that.
 */
export async function unknownSecondClient(session: Session): Promise<Mistake | undefined> {
  const { otherClient } = session.target
  if (!otherClient) return undefined
  const [own, other] = await Promise.all([
    session.oauth().exchangeCode(CODE_OF_NOBODY),
    session.oauth(otherClient).exchangeCode(CODE_OF_NOBODY),
  ])
  if (saysUnknownClient(own) || !saysUnknownClient(other)) return undefined
  // What is said of codes alone says nothing of the client.
  if (!saysUnknownClient(await session.oauth(otherClient).refresh(CODE_OF_NOBODY))) return undefined
  const said = stringMember(other, 'error_description') ?? stringMember(other, 'error')
  return {
    key: 'SANDBOX_OTHER_CLIENT_SECRET',
    says: `the service does not know the second client by it: ${statusOf(other)}${said ? ` "${said}"` : ''}`,
  }
}

/**
 * Whether the redirect URI is not the second client's: its authorization request is turned away before anybody logs in,
 * and not that of the first. A service that lets in one client alone cannot be told from that.
 */
export async function unregisteredRedirect(session: Session): Promise<Mistake | undefined> {
  const { otherClient } = session.target
  if (!otherClient) return undefined
  const oauths = [session.oauth(), session.oauth(otherClient)]
  const [own, other] = await Promise.all(
    oauths.map((oauth) => session.http.send({ method: 'GET', url: oauth.authorizationUrl() })),
  )
  if (!own || !other || isRefused(own) || !isRefused(other)) return undefined
  const says = `the authorization request of the second client is refused with it (${statusOf(other)}), that of the first is not`
  return { key: 'SANDBOX_OTHER_REDIRECT_URI', says }
}

/** Users beside the main one who are turned away at a login, by which the main one got in. */
export async function refusedUsers(session: Session): Promise<readonly Mistake[]> {
  const { login, user, noOrgUser, multiOrgUser } = session.target
  if (login === 'manual' || !user) return []
  const others = [
    ['SANDBOX_NO_ORG_PASSWORD', noOrgUser],
    ['SANDBOX_MULTI_ORG_PASSWORD', multiOrgUser],
  ] as const
  const mistakes = await Promise.all(
    others.map(async ([key, other]): Promise<readonly Mistake[]> => {
      const flow = other && (await session.oauth(undefined, other).authorize())
      if (flow?.kind !== 'stopped' || !flow.loginRefused) return []
      // Nobody has logged in by a browser before that.
      if (login === 'browser') await session.oauth().obtainCode()
      return [{ key, says: 'the login of this user is refused: either the name or the password is wrong' }]
    }),
  )
  return mistakes.flat()
}
