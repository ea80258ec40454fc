import { createHash } from 'node:crypto'
import { decodeForm } from '../../http.ts'
import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Client } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { isSecond } from './token-narrow.ts'

/** What stands for the secret of a client that has none. */
const PUBLIC = 'public client'

/** Reads each secret of a code exchange otherwise where it is wrong as it stands. */
function readingSecrets(passes: (client: Client, given: string) => boolean): PolicyChange {
  return replace('token', ({ secretMatches }) => ({
    secretMatches: (client, given, grantType, store) =>
      secretMatches(client, given, grantType, store) ||
      (grantType === 'authorization_code' && given !== undefined && passes(client, given)),
  }))
}

/** Changes the redirect URI of an exchange before it is compared. */
function readingRedirectUris(read: (given: string) => string): PolicyChange {
  return replace('token', ({ redirectUriMatches }) => ({
    redirectUriMatches: (code, given) =>
      redirectUriMatches(code, given) || (given !== undefined && read(given) === code.redirectUri),
  }))
}

/** Lets parameters of a code exchange be filled in before anything looks at them. */
function filling(fill: (values: Map<string, string>) => void): PolicyChange {
  return replace('token', ({ collectParameters }) => ({
    collectParameters(pairs) {
      const { values, repeated } = collectParameters(pairs)
      const filled = new Map(values)
      if (values.has('code')) fill(filled)
      return { values: filled, repeated }
    },
  }))
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Faults of TOKEN-7 to TOKEN-11 and TOKEN-15 that show at one value of an axis, or at a pair of two. */
export const tokenClientNarrowFaults: readonly Fault[] = [
  {
    id: 'token-7-first-client-may-all',
    requirement: 'TOKEN-7',
    description: 'The oldest client can exchange codes of the second.',
    apply: replace('token', ({ codeBelongsTo }) => ({
      codeBelongsTo: (code, client) => codeBelongsTo(code, client) || isSecond(code.grant.client),
    })),
  },
  {
    id: 'token-8-client-id-is-secret',
    requirement: 'TOKEN-8',
    description: 'A client that sends its id as its secret is taken for one without a secret.',
    apply: readingSecrets((client, given) => given === client.id),
  },
  {
    id: 'token-8-secret-decoded-twice',
    requirement: 'TOKEN-8',
    description: 'A secret is percent-decoded once more than it was encoded.',
    apply: readingSecrets((client, given) => decodedOnce(given) === client.secret),
  },
  {
    id: 'token-8-stored-hash-is-secret',
    requirement: 'TOKEN-8',
    description: 'Where secrets are stored as SHA-256, what is stored passes as the secret as well.',
    apply: readingSecrets(
      (client, given) => given === createHash('sha256').update(client.secret).digest('hex'),
    ),
  },
  {
    id: 'token-8-secret-in-base64',
    requirement: 'TOKEN-8',
    description: 'A secret in base64 is decoded before it is compared, as that of a Basic header is.',
    apply: readingSecrets((client, given) => Buffer.from(given, 'base64').toString() === client.secret),
  },
  {
    id: 'token-8-second-client-prefix',
    requirement: 'TOKEN-8',
    description: 'Of the second client only the beginning of the secret is compared.',
    apply: readingSecrets((client, given) => isSecond(client) && given.startsWith(client.secret)),
  },
  {
    id: 'token-8-verifier-instead-of-secret',
    requirement: 'TOKEN-8',
    description: 'A request with a code_verifier is taken for one of a public client, which has no secret.',
    apply: replace('token', ({ collectParameters, secretMatches }) => ({
      collectParameters(pairs) {
        const { values, repeated } = collectParameters(pairs)
        const isPublic = values.has('code_verifier') && !values.has('client_secret')
        return { values: isPublic ? new Map([...values, ['client_secret', PUBLIC]]) : values, repeated }
      },
      secretMatches: (client, given, grantType, store) =>
        given === PUBLIC || secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'token-9-cut-at-line-break',
    requirement: 'TOKEN-9',
    description: 'The redirect_uri of an exchange is compared up to its first line break.',
    apply: readingRedirectUris((given) => given.split(/[\r\n]/)[0] ?? ''),
  },
  {
    id: 'token-9-any-of-two',
    requirement: 'TOKEN-9',
    description: 'A redirect_uri with a blank in it is read as a list, one of which has to match.',
    apply: readingRedirectUris((given) => given.split(' ').at(-1) ?? ''),
  },
  {
    id: 'token-9-any-top-level-domain',
    requirement: 'TOKEN-9',
    description:
      'The redirect_uri of an exchange may have another top-level domain, as partners have several.',
    apply: readingRedirectUris((given) => given.replace('.invalid/', '.example/')),
  },
  {
    id: 'token-9-own-machine',
    requirement: 'TOKEN-9',
    description: 'Exchanges with a redirect_uri of the own machine pass, for those who develop.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches: (code, given) =>
        redirectUriMatches(code, given) || given?.startsWith('https://localhost') === true,
    })),
  },
  {
    id: 'token-9-second-client-any-query',
    requirement: 'TOKEN-9',
    description: 'Of the second client a query behind the redirect_uri of an exchange is not compared.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches: (code, given) =>
        redirectUriMatches(code, isSecond(code.grant.client) ? given?.replace(/\?.*$/s, '') : given),
    })),
  },
  {
    id: 'token-10-grant-told-by-verifier',
    requirement: 'TOKEN-10',
    description: 'Without grant_type a request with a code_verifier is taken for a code exchange.',
    apply: filling((values) => {
      if (!values.has('grant_type') && values.has('code_verifier'))
        values.set('grant_type', 'authorization_code')
    }),
  },
  {
    id: 'token-10-pair-of-missing-parameters',
    requirement: 'TOKEN-10',
    description: 'Without client_id and grant_type a request is taken for one of the simpler first version.',
    apply: filling((values) => {
      if (values.has('client_id') || values.has('grant_type')) return
      values.set('grant_type', 'authorization_code')
      values.set('client_id', 'sandbox-partner-1')
    }),
  },
  {
    id: 'token-11-grant-type-trimmed',
    requirement: 'TOKEN-11',
    description: 'Blanks behind a grant_type are ignored.',
    apply: replace('token', ({ grantType }) => ({ grantType: (name) => grantType(name.trimEnd()) })),
  },
  {
    id: 'token-11-refresh-with-hyphen',
    requirement: 'TOKEN-11',
    description: 'The grant type of a refresh may be written with a hyphen.',
    apply: replace('token', ({ grantType }) => ({
      grantType: (name) => grantType(name === 'refresh-token' ? 'refresh_token' : name),
    })),
  },
  {
    id: 'token-11-quotes-taken-off',
    requirement: 'TOKEN-11',
    description: 'Quotes around a grant_type are taken off.',
    apply: replace('token', ({ grantType }) => ({
      grantType: (name) => grantType(name.replace(/^"(.*)"$/, '$1')),
    })),
  },
  {
    id: 'token-11-password-is-invalid-request',
    requirement: 'TOKEN-11',
    description: 'The grant of a password is known by name only, and answered with invalid_request.',
    apply: replace('token', ({ grantType }) => ({
      grantType(name) {
        if (name === 'password')
          throw new OAuthProblem('invalid_request', 'malformed-request', 'Passwords are not allowed.')
        return grantType(name)
      },
    })),
  },
  {
    id: 'token-15-second-client-in-plain-text',
    requirement: 'TOKEN-15',
    description:
      'Wrong credentials of the second client are answered in plain text, as are parameters that it left out.',
    apply: replace('rejections', ({ token }) => ({
      token(problem, request) {
        const answer = token(problem, request)
        const form = decodeForm(new TextDecoder().decode(request.body)) ?? []
        const isOfSecond = form.some(([name, value]) => name === 'client_id' && value.endsWith('2'))
        return isOfSecond && ['wrong-credentials', 'missing-parameter'].includes(problem.reason)
          ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' }, body: problem.message }
          : answer
      },
    })),
  },
]
