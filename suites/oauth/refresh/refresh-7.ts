import type { ClientCredentials } from '../../../client/environment/config.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { hold, requireAsker, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import { replaceAt } from '../../support/alter.ts'
import { WRONG_CREDENTIALS } from '../../support/credentials.ts'

type Spoil = (client: ClientCredentials, other: ClientCredentials | undefined) => FormParameters

/** @throws NotApplicableError where there is no second client. */
function second(other: ClientCredentials | undefined): ClientCredentials {
  if (other) return other
  throw new NotApplicableError('no second client')
}

const WRONG_OR_MISSING: Readonly<Record<string, Spoil>> = {
  ...WRONG_CREDENTIALS,
  'client_id missing': () => ({ client_id: undefined }),
  'client_id empty': () => ({ client_id: '' }),
  'client_id and client_secret missing': () => ({ client_id: undefined, client_secret: undefined }),
  'client_secret null': () => ({ client_secret: 'null' }),
  'client_secret an SQL wildcard': () => ({ client_secret: '%' }),
  'client_secret an SQL injection': () => ({ client_secret: "' OR '1'='1" }),
  "client_secret another client's": (_own, other) => ({ client_secret: second(other).secret }),
  "client_id another client's": (_own, other) => ({ client_id: second(other).id }),
  'client_id and client_secret of two clients': (own, other) => ({
    client_id: second(other).id,
    client_secret: own.secret,
  }),
}

/** Near misses of a secret that a careless comparison lets through. */
const ALTERED_SECRETS: Readonly<Record<string, (secret: string) => string>> = {
  'the last character altered': (secret) => replaceAt(secret, secret.length - 1),
  'the first character altered': (secret) => replaceAt(secret, 0),
  'a character in the middle altered': (secret) => replaceAt(secret, Math.floor(secret.length / 2)),
  'the last character missing': (secret) => secret.slice(0, -1),
  'the first character missing': (secret) => secret.slice(1),
  'a character more': (secret) => `${secret}x`,
  'a blank behind it': (secret) => `${secret} `,
  'in capitals': (secret) => (/[g-z]/.test(secret) ? secret.toUpperCase() : secret),
}

/** Valid refresh tokens, of a login or of a refresh, with spoiled credentials, each time one of a login of its own. */
export const refresh7 = requirement(
  'REFRESH-7',
  cases(WRONG_OR_MISSING, async (context, spoil, name) => {
    const refreshes = Object.keys(WRONG_OR_MISSING).indexOf(name) % 4 === 1 ? 1 : 0
    const { asker, refreshToken } = requireAsker(
      await hold(context, { user: 'a user with one organization', client: 'first client', refreshes }),
    )
    const changes = spoil(asker.client, context.target.otherClient)
    expect(await asker.refresh(refreshToken, changes)).toGiveNoToken()
  }),
  // One token for all: whether a refusal uses it up is open, and where it does the first one decides.
  cases('altered secrets', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const { asker, refreshToken } = requireAsker(await hold(context, holder))
    for (const alter of Object.values(ALTERED_SECRETS)) {
      const client_secret = alter(asker.client.secret)
      if (client_secret === asker.client.secret) continue
      expect(await asker.refresh(refreshToken, { client_secret })).toGiveNoToken()
    }
  }),
)
