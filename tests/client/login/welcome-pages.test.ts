import { expect, test } from 'vitest'
import { callback, flow, loginPage, redirect, site } from './site.ts'

/** Pages before the login, each of which leads on to it by `/sign-in`. */
const WELCOME = {
  'a link beside forms for a search, a language and a newsletter': `
    <form action="/search"><input name="q"><button>Search</button></form>
    <form action="/welcome"><select name="locale"><option>en<option>de</select><button>Change</button></form>
    <p>Welcome. <a href="/sign-in">Sign in</a> or <a href="/help">read more</a>.</p>
    <form method="post" action="/mail"><input type="email" name="email"><button>Subscribe</button></form>`,
  'a form with one button in French': `
    <form action="/sign-in"><button>Se connecter</button></form>`,
  'a link in Turkish': '<a href="/sign-in">Giriş yap</a>',
  'a link by mail, or the password': `
    <form method="post" action="/way"><button name="way" value="mail">Email me a sign-in link</button>
    <button name="way" value="password">Use my password</button></form>`,
}

test.each(Object.entries(WELCOME))('%s: approves and declines', async (_, welcome) => {
  const pages = {
    ...site,
    'GET /oauth2/authorize': () => welcome,
    'GET /sign-in': () => loginPage,
    'POST /way': ({ sent }: { sent: URLSearchParams }) =>
      sent.get('way') === 'password' ? redirect('/sign-in', 303) : '<p>Look into your mail.</p>',
  }
  expect(await flow(pages)).toMatchObject({ location: `${callback}?code=c1&state=s1` })
  expect(await flow(pages, 'decline')).toMatchObject({
    location: `${callback}?error=access_denied&state=s1`,
    after: 'decision',
  })
})

test('a button for another password is no way to the login', async () => {
  const pages = {
    ...site,
    'GET /oauth2/authorize': () =>
      '<form method="post" action="/way"><button>Reset password</button><button>Help</button></form>',
  }
  expect(await flow(pages)).toMatchObject({ kind: 'stopped' })
})
