import { givesToken, isAccepted, stringMember } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { encodeParameters, type FormParameters } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Sighting, safe, weak } from '../advice.ts'
import {
  madeUp,
  type Probe,
  type Prober,
  requireAnswer,
  requireConfidential,
  statusAndError,
} from './probe.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

/** Errors of a grant that is not there, or not for this client (RFC 6749, 5.2). */
const OF_NO_GRANT = ['unsupported_grant_type', 'unauthorized_client']
/** Errors that only a service gives which knows the grant. */
const OF_A_KNOWN_GRANT = ['invalid_grant', 'invalid_scope']

/**
 * Whether a grant is there that the contract does not name.
 * @throws InconclusiveError where neither the answer nor that to a grant which nobody knows tells.
 */
async function furtherGrant(
  prober: Prober,
  grant: string,
  more: FormParameters,
): Promise<readonly Sighting[]> {
  requireConfidential(prober)
  const { oauth } = prober
  const { id, secret } = oauth.client
  const ask = async (grant_type: string) =>
    requireAnswer(await oauth.token({ grant_type, client_id: id, client_secret: secret, ...more }))
  const exchange = await ask(grant)
  if (givesToken(exchange)) return [weak(`${grant} gives a token`)]
  const answer = statusAndError(exchange)
  const error = stringMember(exchange, 'error') ?? ''
  if (OF_NO_GRANT.includes(error)) return [safe(`${grant} is refused (${answer})`)]
  const control = statusAndError(await ask(madeUp()))
  const isKnown = OF_A_KNOWN_GRANT.includes(error)
  if (isKnown && answer !== control) return [weak(`${grant} is known (${answer})`)]
  if (isKnown || answer !== control)
    throw new InconclusiveError(`${grant} is answered by ${answer}, a grant that nobody knows by ${control}`)
  return [safe(`${grant} is refused (${answer})`)]
}

/** Two answers tell the service apart from one that never looked. */
function isAnother(one: Exchange, other: Exchange): boolean {
  return statusAndError(one) !== statusAndError(other)
}

/** The credentials are made up, since they stand in the address: what they are refused with shows whether they were read. */
async function byGet({ http, oauth }: Prober): Promise<readonly Sighting[]> {
  const get = async (parameters: FormParameters) => {
    const query = encodeParameters(parameters)
    const url = query === '' ? oauth.tokenEndpoint : `${oauth.tokenEndpoint}?${query}`
    return requireAnswer(await http.send({ method: 'GET', url, headers: { accept: 'application/json' } }))
  }
  const nothing = await get({})
  const wrongCode = await get({
    grant_type: 'authorization_code',
    code: madeUp(),
    client_id: madeUp(),
    client_secret: madeUp(),
    redirect_uri: oauth.client.redirectUri,
  })
  const wrongGrant = await get({ grant_type: madeUp() })
  const read = [wrongCode, wrongGrant].find((one) => givesToken(one) || isAnother(one, nothing))
  if (read) return [weak(`the parameters of a GET are read (${statusAndError(read)})`)]
  // One that asks for credentials first, and finds none of these, answers them all alike.
  if (stringMember(nothing, 'error') === 'invalid_client' || isAccepted(nothing))
    throw new InconclusiveError(`every GET is answered by ${statusAndError(nothing)}`)
  return [safe(`GET is refused (${statusAndError(nothing)})`)]
}

/** A service that reads them refuses them as it does in the body; one that does not read them refuses as if none were sent. */
async function inQuery({ http, oauth }: Prober): Promise<readonly Sighting[]> {
  const parameters = {
    grant_type: 'authorization_code',
    code: madeUp(),
    redirect_uri: oauth.client.redirectUri,
  }
  const credentials = { client_id: madeUp(), client_secret: madeUp() }
  const post = async (body: FormParameters, query?: FormParameters) => {
    const url = query ? `${oauth.tokenEndpoint}?${encodeParameters(query)}` : oauth.tokenEndpoint
    const sent = { method: 'POST', url, headers: FORM, body: encodeParameters(body) }
    return requireAnswer(await http.send(sent))
  }
  const without = await post(parameters)
  const inBody = await post({ ...parameters, ...credentials })
  const asQuery = await post(parameters, credentials)
  const [tellWithout, tellBody, tellQuery] = [without, inBody, asQuery].map(described(without, inBody))
  if (tellQuery === tellBody && tellBody !== tellWithout)
    return [weak(`credentials in the address are read (${statusAndError(asQuery)})`)]
  if (tellBody === tellWithout)
    throw new InconclusiveError(`wrong credentials and none are both answered by ${statusAndError(without)}`)
  return [safe(`credentials in the address are not read (${statusAndError(asQuery)})`)]
}

/** By status and error, and where those do not tell two answers apart, by the description beside them. */
function described(one: Exchange, other: Exchange): (exchange: Exchange) => string {
  if (isAnother(one, other)) return statusAndError
  return (exchange) => `${statusAndError(exchange)} ${stringMember(exchange, 'error_description') ?? ''}`
}

/** What the token endpoint takes that no partner sends. */
export const tokenEndpointProbes = {
  'password-grant': {
    title: 'Tokens for the user’s name and password',
    clause: 'RFC 9700, 2.4',
    safe: 'grant_type=password is refused',
    todo: 'Switch the password grant off: partners never see the user’s password.',
    needs: 'an answer',
    probe: (prober) => furtherGrant(prober, 'password', { username: madeUp(), password: madeUp() }),
  },
  'client-credentials-grant': {
    title: 'Tokens without any user',
    clause: 'RFC 6749, 4.4; RFC 9700, 2.3',
    safe: 'grant_type=client_credentials is refused to the partner',
    todo: 'Allow partners the two grants of the contract alone.',
    needs: 'an answer',
    probe: (prober) => furtherGrant(prober, 'client_credentials', { scope: prober.target.scope }),
  },
  'token-get': {
    title: 'GET at the token endpoint',
    clause: 'RFC 6749, 3.2',
    safe: 'GET is refused, whatever its parameters say',
    todo: 'Take POST alone at the token endpoint, and answer 405 to all else: addresses end in logs.',
    needs: 'an answer',
    probe: byGet,
  },
  'query-credentials': {
    title: 'Client credentials in the address of the token endpoint',
    clause: 'RFC 6749, 2.3.1',
    safe: 'credentials in the address are not read',
    todo: 'Read client credentials from the body (or the Authorization header) alone, never from the address.',
    needs: 'an answer',
    probe: inQuery,
  },
} satisfies Readonly<Record<string, Probe>>
