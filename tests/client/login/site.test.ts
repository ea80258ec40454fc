import { expect, test } from 'vitest'
import { Site } from '../../../client/login/site.ts'

const opened = () => new Site(new URL('https://auth.example.org/oauth2/authorize'), [])

test.each([
  ['at another host of its domain', 'https://login.example.org/', true],
  ['not over plain http', 'http://auth.example.org/login', false],
  ['not on this machine', 'http://127.0.0.1:8080/login', false],
  ['not at another site', 'https://example.net/login', false],
])('the password is typed in %s', (_, address, isAllowed) => {
  expect(opened().mayVisit(new URL(address))).toBe(isAllowed)
})

test.each([
  ['an answer to another site leaves the service', 'https://example.net/?code=1&state=s1', true],
  [
    'a request that is passed on to another server does not',
    'https://example.net/?response_type=code&state=s1',
    false,
  ],
])('%s', (_, address, isLeft) => {
  expect(opened().isLeft(address, new URL(address))).toBe(isLeft)
})
