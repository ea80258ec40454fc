import { createHash, randomBytes } from 'node:crypto'
import { givesToken } from '../../client/http/answer.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { safe, weak } from '../advice.ts'
import { codeFor, type Probe, type Prober, statusAndError } from './probe.ts'

const LOGINS = 'a login by form or browser'

/** RFC 7636, 4.1: 43 to 128 characters. */
const newVerifier = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** What the exchange of a code from a request with this challenge gives, with that verifier. */
async function exchangeWith(
  prober: Prober,
  challenge: Readonly<Record<string, string>>,
  verifier: string | undefined,
) {
  const code = await codeFor(prober, challenge)
  if (code === undefined) return undefined
  const exchange = await prober.oauth.exchangeCode(code, { code_verifier: verifier })
  return { isTaken: givesToken(exchange), answer: statusAndError(exchange) }
}

const withS256 = (verifier: string) => ({
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
})

/** What becomes of S256, once for all probes of one prober. */
const known = new WeakMap<Prober, Promise<string | undefined>>()

/** What is wrong with S256; undefined where the right verifier is taken, and nothing else is. */
function flawOfS256(prober: Prober): Promise<string | undefined> {
  const found = known.get(prober) ?? findFlawOfS256(prober)
  known.set(prober, found)
  return found
}

async function findFlawOfS256(prober: Prober): Promise<string | undefined> {
  const verifier = newVerifier()
  const right = await exchangeWith(prober, withS256(verifier), verifier)
  if (!right) return 'a request with code_challenge gives no code'
  if (!right.isTaken) return `the right code_verifier is refused (${right.answer})`
  const wrong = await exchangeWith(prober, withS256(verifier), newVerifier())
  if (wrong?.isTaken) return 'not supported: a wrong code_verifier is taken'
  const none = await exchangeWith(prober, withS256(verifier), undefined)
  return none?.isTaken
    ? 'a code of a request with code_challenge is exchanged without code_verifier'
    : undefined
}

/** Where PKCE is not there, there is nothing to get around. */
async function requireS256(prober: Prober): Promise<void> {
  const flaw = await flawOfS256(prober)
  if (flaw !== undefined) throw new InconclusiveError(`PKCE does not work here (${flaw})`)
}

/** Whether proof keys for code exchange do what they are for. */
export const pkceProbes = {
  pkce: {
    title: 'PKCE: supported, and enforced once a request began with it',
    clause: 'RFC 7636, 4.6; RFC 9700, 2.1.1',
    safe: 'a code of a request with code_challenge (S256) is exchanged with the right code_verifier alone',
    todo: 'Support PKCE with S256, and refuse a code whose request had a code_challenge unless the right code_verifier comes with it.',
    needs: LOGINS,
    async probe(prober) {
      const flaw = await flawOfS256(prober)
      return [flaw === undefined ? safe('S256 is supported and enforced') : weak(flaw)]
    },
  },
  'pkce-downgrade': {
    title: 'PKCE: a code that was asked for without it',
    clause: 'RFC 9700, 4.8.2',
    safe: 'a code_verifier is refused where the request had no code_challenge',
    todo: 'Refuse a token request with code_verifier where the authorization request had no code_challenge.',
    needs: LOGINS,
    async probe(prober) {
      await requireS256(prober)
      const found = await exchangeWith(prober, {}, newVerifier())
      if (!found) throw new InconclusiveError('an ordinary request gave no code')
      return [
        found.isTaken
          ? weak('a code_verifier without code_challenge is taken')
          : safe(`a code_verifier without code_challenge is refused (${found.answer})`),
      ]
    },
  },
  'pkce-plain': {
    title: 'PKCE: the method plain',
    clause: 'RFC 9700, 2.1.1; RFC 7636, 7.2',
    safe: 'code_challenge_method=plain is refused',
    todo: 'Take no method but S256.',
    needs: LOGINS,
    async probe(prober) {
      await requireS256(prober)
      const verifier = newVerifier()
      const plain = { code_challenge: verifier, code_challenge_method: 'plain' }
      const found = await exchangeWith(prober, plain, verifier)
      if (found?.isTaken) return [weak('plain is taken')]
      // RFC 7636, 4.3: that is what no method means.
      const unnamed = await exchangeWith(prober, { code_challenge: verifier }, verifier)
      return [
        unnamed?.isTaken
          ? weak('plain is taken where code_challenge_method is left out')
          : safe('plain is refused'),
      ]
    },
  },
} satisfies Readonly<Record<string, Probe>>
