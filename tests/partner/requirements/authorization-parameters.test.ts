import { expect, test } from 'vitest'
import { parameterProblems } from '../../../partner/requirements/authorization-parameters.ts'

const registered = 'organizations:read donations:write'

/** What is wrong with the scope of an authorization request that is right otherwise. */
function problemsOf(scope: string, registeredScope = registered): readonly string[] {
  const [clientId, redirectUri] = ['one', 'https://partner.example/callback']
  const parameters = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope }
  const registration = { clientId, redirectUri, scope: registeredScope }
  return parameterProblems(registration, new URLSearchParams(parameters))
}

test.each([
  ['escaped twice', 'organizations%3Aread%20donations%3Awrite'],
  ['escaped three times', 'organizations%253Aread%2520donations%253Awrite'],
  ['of one permission, escaped twice', 'donations%3Awrite'],
  ['of which one permission is escaped twice', 'organizations:read donations%3Awrite'],
  ['with plus signs that were escaped', 'organizations:read+donations:write'],
  ['with commas, in another order', 'donations:write,organizations:read'],
  ['without anything in it', ''],
])('a scope %s is wrong', (_, scope) => {
  expect(problemsOf(scope)).toEqual([`scope ${JSON.stringify(scope)}`])
})

test.each([
  ['as it is registered', registered, registered],
  ['in another order', 'donations:write organizations:read', registered],
  ['of one permission', 'donations:write', registered],
  ['that nobody registered here', 'gifts:write,read 100%25', registered],
  ['that is registered with a comma and an escape', 'a,b a%3Ab', 'a,b a%3Ab a b'],
])('a scope %s is right', (_, scope, registeredScope) => {
  expect(problemsOf(scope, registeredScope)).toEqual([])
})
