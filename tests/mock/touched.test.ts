import { expect, test } from 'vitest'
import { Rejected, type RejectionKind } from '../../mock/api/rejected.ts'
import { OAuthProblem, type OAuthProblemReason } from '../../mock/oauth/problem.ts'
import { type HandledRequest, requirementsTouched } from '../../mock/touched.ts'

const touched = (tried: Partial<HandledRequest>) =>
  requirementsTouched({
    method: 'GET',
    pathname: '/',
    body: '',
    status: 200,
    location: undefined,
    refusal: undefined,
    ...tried,
  })
const update = (body: unknown) =>
  touched({ method: 'PATCH', pathname: '/v1/donations/d-1', body: JSON.stringify(body) })
const tokens = (grantType: string, reason?: OAuthProblemReason) =>
  touched({
    method: 'POST',
    pathname: '/oauth2/token',
    body: `grant_type=${grantType}`,
    refusal: reason && new OAuthProblem('invalid_grant', reason, ''),
  })
const organizationsFor = (kind: RejectionKind) =>
  touched({ pathname: '/v1/organizations', status: 401, refusal: new Rejected(kind, '') })
const refusedFor = (...fields: string[]) =>
  touched({
    refusal: new Rejected(
      'invalid-field',
      '',
      fields.map((field) => ({ field, kind: 'invalid-field', message: '' })),
    ),
  })

test.each([
  ['an empty object', {}, ['UPDATE-1', 'UPDATE-6', 'DESIGNATION-6', 'ADVISOR-4']],
  ['a memo', { memo: '' }, ['UPDATE-1', 'UPDATE-3', 'DESIGNATION-6', 'ADVISOR-4']],
  ['none for both', { designation_id: null, advisor: null }, ['DESIGNATION-5', 'ADVISOR-3']],
  ['something for both', { designation_id: 'd', advisor: { email: 'a' } }, ['DESIGNATION-1', 'ADVISOR-1']],
  ['a quantity', { quantity: 2 }, ['PLEDGED-1']],
])('an update with %s', (_, body, ids) => {
  expect(update(body)).toEqual(expect.arrayContaining(ids))
})

test.each([
  ['a code that was used', tokens('authorization_code', 'used-code'), ['TOKEN-3', 'TOKEN-13']],
  ['a replaced refresh token', tokens('refresh_token', 'superseded-refresh-token'), ['REFRESH-4']],
  ['a wrong secret with a code', tokens('authorization_code', 'wrong-credentials'), ['TOKEN-8']],
  ['a wrong secret with a refresh token', tokens('refresh_token', 'wrong-credentials'), ['REFRESH-7']],
  ['a good code', tokens('authorization_code'), ['TOKEN-1', 'TOKEN-2']],
  ['a wrong country and city', refusedFor('donor_country', 'donor_city'), ['UPDATE-10', 'UPDATE-12']],
  ['a wrong member of the advisor', refusedFor('advisor.bio'), ['ADVISOR-5']],
  ['organizations without a token', organizationsFor('no-token'), ['ORG-5', 'BEARER-7']],
  ['organizations with a strange token', organizationsFor('invalid-token'), ['ORG-5', 'BEARER-7']],
  ['organizations with an expired token', organizationsFor('expired-token'), ['ORG-5', 'BEARER-7']],
  ['organizations by a wrong method', organizationsFor('wrong-method'), ['ERROR-4']],
  ['too many calls', touched({ status: 429 }), ['LIMIT-1']],
  ['a failure', touched({ status: 500 }), ['ERROR-2']],
  ['a page of nobody', touched({ pathname: '/favicon.ico', status: 404 }), []],
])('%s', (_, ids, expected) => {
  expect(ids).toEqual(expected)
})

test.each([
  ['a login page', { status: 200 }, ['AUTHZ-1']],
  ['an error page', { status: 400 }, ['AUTHZ-5', 'AUTHZ-6']],
  ['the login page again', { method: 'POST', status: 401 }, ['AUTHZ-1']],
  ['a code', { status: 302, location: 'https://p.example/cb?code=c&state=s' }, ['AUTHZ-1', 'AUTHZ-2']],
  ['a refusal', { status: 302, location: 'https://p.example/cb?error=access_denied' }, ['AUTHZ-10']],
  ['its own page', { status: 303, location: '/oauth2/authorize?request=r' }, ['AUTHZ-1']],
])('an authorization that is answered with %s', (_, answer, ids) => {
  expect(touched({ pathname: '/oauth2/authorize', ...answer })).toEqual(ids)
})
