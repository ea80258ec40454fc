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
    !isEscapedTwice(scopes[0] ?? '', registration.scope) &&
    !isJoinedOtherwise(scopes[0] ?? '', registration.scope)
  return isScope
    ? wrong
    : [...wrong, scopes.length === 0 ? 'no scope' : `scope ${JSON.stringify(scopes.join(' and '))}`]
}

/** Whether it is the registered scope, escaped once too often: one word, which no service knows. */
function isEscapedTwice(scope: string, registered: string): boolean {
  return scope !== registered && new URLSearchParams(`scope=${scope}`).get('scope') === registered
}

/** Whether it is the registered scope with something else than spaces between the permissions: again one word. */
function isJoinedOtherwise(scope: string, registered: string): boolean {
  return scope !== registered && scope.replaceAll(/[,;|]/g, ' ') === registered
}
