import { expect, test } from 'vitest'
import { callback, flow, loginPage, redirect } from './site.ts'

const approved = () => redirect(`${callback}?code=c1&state=s1`)
const approval = '<form method="post" action="/consent"><button>Allow</button></form>'

test('several cookies, each for its path, and one that is deleted', async () => {
  const seen: string[] = []
  await flow({
    'GET /oauth2/authorize': () => ({
      headers: {
        'set-cookie': [
          'a=1; Path=/',
          'b=2; Path=/login; HttpOnly',
          'c=3; Path=/consent; Secure; SameSite=Lax',
        ],
      },
      html: loginPage,
    }),
    'POST /login': ({ cookies }) => {
      seen.push(cookies)
      return redirect('/consent', 303, { 'set-cookie': ['b=; Path=/login; Max-Age=0', 'd=4'] })
    },
    'GET /consent': ({ cookies }) => {
      seen.push(cookies)
      return approval
    },
    'POST /consent': approved,
  })
  expect(seen).toEqual(['b=2; a=1', 'c=3; a=1; d=4'])
})

test('a cookie with letters beyond ASCII, in UTF-8 or Latin-1, beside the one of the session', async () => {
  const seen: string[] = []
  await flow({
    'GET /oauth2/authorize': () => ({
      headers: {
        'set-cookie': ['session=1; Path=/', 'owner=Ren\xe9e; Path=/', 'name=\xc5\xbdi\xc5\xbeka; Path=/'],
      },
      html: loginPage,
    }),
    'POST /login': ({ cookies }) => {
      seen.push(cookies)
      return approval
    },
  })
  expect(seen).toEqual([expect.stringMatching(/^session=1; owner=.*; name=\xc5\xbdi\xc5\xbeka$/)])
})
