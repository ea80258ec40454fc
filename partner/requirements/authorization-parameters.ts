import type { Registration } from '../service/service.ts'

/** What is wrong with an authorization request: it has these parameters once each, as they have to be. */
export function parameterProblems(
  registration: Pick<Registration, 'clientId' | 'redirectUri' | 'scope'>,
  parameters: URLSearchParams,
): string[] {
  const exact = {
    response_type: 'code',
    client_id: registration.clientId,
    redirect_uri: registration.redirectUri,
  }
  const wrong = Object.entries(exact).flatMap(([name, wanted]) => {
    const values = parameters.getAll(name)
    if (values.length === 1 && values[0] === wanted) return []
    return [
      values.length === 0
        ? `no ${name}`
        : `${name} ${values.map((value) => JSON.stringify(value)).join(' and ')}`,
    ]
  })
  const scopes = parameters.getAll('scope')
  const isScope =
    scopes.length === 1 &&
    /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scopes[0] ?? '') &&
    !scopes[0]?.split(' ').some((word) => isWrittenOtherwise(word, registration.scope.split(' ')))
  return isScope
    ? wrong
    : [...wrong, scopes.length === 0 ? 'no scope' : `scope ${JSON.stringify(scopes.join(' and '))}`]
}

/**
 * Whether a word of a scope is made of registered permissions, and is none of them: escaped once too often, or with
 * something else than spaces between them. No service knows such a word.
 */
function isWrittenOtherwise(word: string, registered: readonly string[]): boolean {
  if (registered.includes(word)) return false
  const parts = unescaped(word)
    .split(/[\s,;|+]+/)
    .filter(Boolean)
  return parts.length > 0 && parts.every((part) => registered.includes(part))
}

/** Without any escapes, however often it was escaped; what cannot be unescaped stays. */
function unescaped(text: string): string {
  const once = text.replace(/%[2-7][\da-f]/gi, decodeURIComponent)
  return once === text ? text : unescaped(once)
}
