import type { Exchange } from '../../client/http/exchange.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import { type Look, type Sighting, safe, weak } from '../advice.ts'
import { headerOf } from '../visit.ts'

const AN_HOUR = 3600
const TOKENS = 'an answer with tokens'

function directives(answer: Exchange, name: string): readonly string[] {
  return headerOf(answer, name).flatMap((value) => value.split(',').map((one) => one.trim().toLowerCase()))
}

function withDirective(name: string, wanted: string): Look<Exchange>['look'] {
  return (answer) => {
    const found = directives(answer, name.toLowerCase())
    if (found.includes(wanted)) return [safe(`${name}: ${wanted}`)]
    return [weak(found.length > 0 ? `${name}: ${found.join(', ')}` : `no ${name}`)]
  }
}

function lifetime(answer: Exchange): readonly Sighting[] {
  const { expiresIn } = tokensOf(answer) ?? {}
  if (expiresIn === undefined) return []
  return [expiresIn <= AN_HOUR ? safe(`expires_in ${expiresIn}`) : weak(`expires_in ${expiresIn}`)]
}

/** Looks at the answers of the token endpoint that hold tokens. */
export const tokenAnswerLooks = {
  'token-cache-control': {
    title: 'Answers with tokens in caches',
    clause: 'RFC 6749, 5.1',
    safe: 'Cache-Control: no-store',
    todo: 'Send `Cache-Control: no-store` with every answer that holds a token.',
    needs: TOKENS,
    look: withDirective('Cache-Control', 'no-store'),
  },
  'token-pragma': {
    title: 'Answers with tokens in caches of HTTP/1.0',
    clause: 'RFC 6749, 5.1',
    safe: 'Pragma: no-cache',
    todo: 'Send `Pragma: no-cache` beside `Cache-Control: no-store`.',
    needs: TOKENS,
    look: withDirective('Pragma', 'no-cache'),
  },
  'access-token-lifetime': {
    title: 'How long an access token lives',
    clause: 'RFC 6750, 5.3',
    safe: 'an hour or less: expires_in of 3600 at most',
    todo: 'Let access tokens live for an hour at most; partners refresh them.',
    needs: TOKENS,
    look: lifetime,
  },
} satisfies Readonly<Record<string, Look<Exchange>>>
