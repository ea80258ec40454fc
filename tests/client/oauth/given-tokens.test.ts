import { expect, test } from 'vitest'
import { GivenTokens } from '../../../client/oauth/given-tokens.ts'
import { exchange } from '../../harness/samples.ts'

const tokenRequest = (requestBody: string) =>
  exchange({ method: 'POST', url: 'http://auth.example/oauth2/token', requestBody })

test('a token is remembered with the client that asked for it', () => {
  const given = new GivenTokens()
  const asked = tokenRequest('grant_type=authorization_code&code=c&client_id=shop&client_secret=s')
  given.add({ accessToken: 'a', refreshToken: 'r', expiresIn: 3600, exchange: asked }, 'ada')
  expect(given.all).toMatchObject([
    { kind: 'access token', value: 'a', client: 'shop', user: 'ada' },
    { kind: 'refresh token', value: 'r', client: 'shop', user: 'ada' },
  ])
})

test('whose a token is that was asked for without client_id in the form is not made up', () => {
  const given = new GivenTokens()
  given.add(
    {
      accessToken: 'a',
      refreshToken: undefined,
      expiresIn: 3600,
      exchange: tokenRequest('grant_type=authorization_code&code=c'),
    },
    'ada',
  )
  expect(given.all).toEqual([])
})
