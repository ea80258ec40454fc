import type { HttpRequest, Pair } from '../../http.ts'
import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AuthorizationCode, Client, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Tells the clients of the mock apart by their ids. */
export const isSecond = ({ id }: Client) => /2$/.test(id)

/** Refuses code exchanges that are written in a way that means the same as others. */
function refusingForms(
  isOdd: (request: HttpRequest, pairs: readonly Pair[]) => boolean,
  why: string,
): PolicyChange {
  return replace('token', ({ readParameters }) => ({
    readParameters(request) {
      const pairs = readParameters(request)
      if (pairs.some(([name]) => name === 'code') && isOdd(request, pairs))
        throw new OAuthProblem('invalid_request', 'malformed-request', why)
      return pairs
    },
  }))
}

/** Reads each code otherwise where it is unknown as it stands. */
function readingCodes(read: (given: string, store: Store) => string | undefined): PolicyChange {
  return replace('token', ({ findCode }) => ({
    findCode: (store, given) => findCode(store, given) ?? findCode(store, read(given, store) ?? ''),
  }))
}

function newestCodeOf({ codes }: Store): AuthorizationCode | undefined {
  return [...codes.values()].findLast(({ used }) => !used)
}

function claimOfUnsignedToken(text: string): string | undefined {
  const [header = '', payload = '', signature] = text.split('.')
  if (signature !== '' || !/"alg":"none"/i.test(Buffer.from(header, 'base64url').toString())) return undefined
  return /"jti":"([^"]*)"/.exec(Buffer.from(payload, 'base64url').toString())?.[1]
}

/** Faults of TOKEN-1 to TOKEN-5 that show at one value of an axis, or at a pair of two. */
export const tokenNarrowFaults: readonly Fault[] = [
  {
    id: 'token-1-charset-refused',
    requirement: 'TOKEN-1',
    description: 'A code exchange whose content type has a charset parameter is refused.',
    apply: refusingForms(
      (request) => /;/.test(request.header('content-type') ?? ''),
      'The content type must be exactly that of a form.',
    ),
  },
  {
    id: 'token-1-secret-before-id-refused',
    requirement: 'TOKEN-1',
    description: 'A code exchange whose secret stands first is refused.',
    apply: refusingForms((_, pairs) => pairs[0]?.[0] === 'client_secret', 'client_id must come first.'),
  },
  {
    id: 'token-2-second-client-lifetime-text',
    requirement: 'TOKEN-2',
    description: 'For clients of a later release expires_in is a string of digits, in code exchanges.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody: (issued) =>
        Object.assign(
          {},
          responseBody(issued),
          isSecond(issued.grant.client) &&
            issued.grantType === 'authorization_code' && { expires_in: String(issued.expiresIn) },
        ),
    })),
  },
  {
    id: 'token-2-name-null-from-third-entry',
    requirement: 'TOKEN-2',
    alsoBreaks: ['REFRESH-1', 'ORG-2'],
    description: 'Names are loaded in pages of two: from the third organization on they are null.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody: (issued) =>
        Object.assign({}, responseBody(issued), {
          ig_organizations: issued.organizations.map(({ id, name }, index) => ({
            id,
            name: index < 2 ? name : null,
          })),
        }),
    })),
  },
  {
    id: 'token-3-other-client-frees-code',
    requirement: 'TOKEN-3',
    description: 'An attempt of another client, refused for that, clears the used mark of the code.',
    apply: replace('token', ({ codeBelongsTo }) => ({
      codeBelongsTo(code, client) {
        const belongs = codeBelongsTo(code, client)
        if (!belongs) code.used = false
        return belongs
      },
    })),
  },
  {
    id: 'token-3-second-client-codes-stay',
    requirement: 'TOKEN-3',
    description: 'Codes of the second client are not marked as used.',
    apply: replace('token', ({ claimCode }) => ({
      claimCode: (code, store) => isSecond(code.grant.client) || claimCode(code, store),
    })),
  },
  {
    id: 'token-5-null-is-newest',
    requirement: 'TOKEN-5',
    description:
      'The text "null" is bound as NULL, and the query without its condition finds the newest code.',
    apply: readingCodes((given, store) => (given === 'null' ? newestCodeOf(store)?.value : undefined)),
  },
  {
    id: 'token-5-cut-at-nul',
    requirement: 'TOKEN-5',
    description: 'A code is compared as a C string, up to the first NUL.',
    apply: readingCodes((given) => given.split('\0')[0]),
  },
  {
    id: 'token-5-blanks-trimmed',
    requirement: 'TOKEN-5',
    description: 'A framework trims all input, and so finds a code with blanks around it.',
    apply: readingCodes((given) => given.trim()),
  },
  {
    id: 'token-5-first-of-a-list',
    requirement: 'TOKEN-5',
    description: 'A code with a comma and more behind is read as a list, of which the first counts.',
    apply: readingCodes((given) => given.split(',')[0]),
  },
  {
    id: 'token-5-unsigned-web-token',
    requirement: 'TOKEN-5',
    description: 'A code may be a JSON Web Token that names it, and algorithm none is as good as any.',
    apply: readingCodes(claimOfUnsignedToken),
  },
  {
    id: 'token-5-wildcard',
    requirement: 'TOKEN-5',
    description: 'Codes are looked up with LIKE: a percent sign stands for the rest.',
    apply: readingCodes((given, { codes }) =>
      given.endsWith('%') && given.length > 8
        ? [...codes.keys()].find((code) => code.startsWith(given.slice(0, -1)))
        : undefined,
    ),
  },
  {
    id: 'token-5-access-token-is-code',
    requirement: 'TOKEN-5',
    description:
      'One table holds codes and tokens: an access token finds an unused code of its grant’s user.',
    apply: readingCodes((given, store) => {
      const user = store.accessTokens.get(given)?.grant.user
      return [...store.codes.values()].findLast((code) => !code.used && code.grant.user === user)?.value
    }),
  },
]
