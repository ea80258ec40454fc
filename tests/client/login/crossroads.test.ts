import { describe, expect, test } from 'vitest'
import { callback, endOf, flow, loginPage, type Pages, redirect, site } from './site.ts'

const approved = `${callback}?code=c1&state=s1`
const declined = `${callback}?error=access_denied&state=s1`

/** The site with a page between login and approval, which leads on where `isRight` says so of what was sent. */
function behindLogin(page: string, isRight: (sent: URLSearchParams) => boolean): Pages {
  const pick: Pages[string] = ({ sent }) => (isRight(sent) ? redirect('/consent') : '<p>Another page.</p>')
  return {
    ...site,
    'GET /oauth2/authorize': () => loginPage,
    'POST /login': () => page,
    'POST /pick': pick,
    'GET /pick': pick,
    'GET /pick/o1': pick,
    'POST /pick/o1': pick,
  }
}

describe('one of several organizations is taken, whether one approves or declines', () => {
  test.each([
    [
      'as buttons of one form',
      `<h1>Choose an organization</h1><form method="post" action="/pick"><input type="hidden" name="t" value="1">
      <button name="org" value="o1">Helping Hands</button><button name="org" value="o2">Food Bank Shelter</button></form>`,
    ],
    [
      'as a form each, beside one to log out',
      `<form method="post" action="/logout"><button>Log out</button></form>
      <form method="post" action="/pick"><input type="hidden" name="org" value="o1"><button>Helping Hands</button></form>
      <form method="post" action="/pick"><input type="hidden" name="org" value="o2"><button>Food Bank</button></form>`,
    ],
    [
      'the only one',
      `<p>Wählen Sie Ihre Organisation.</p><form method="post" action="/pick"><button name="o" value="1">Helping Hands</button></form>`,
    ],
    [
      'none at all',
      `<h1>Choose an organization</h1><form method="post" action="/pick"><button>Continue without organization</button></form>`,
    ],
    [
      'as links that differ in their query',
      `<h1>Select your organization</h1><a href="/pick?org=o1">Helping Hands</a> <a href="/pick?org=o2">Food Bank</a>
      <a href="/pick?lang=de">Deutsch</a> <a href="/pick?lang=fr">Français</a> <a href="/privacy">Privacy</a>`,
    ],
    [
      'as links that differ in their path',
      `<h1>Which account do you want to use?</h1><ul><li><a href="/pick/o1">Helping Hands</a><li><a href="/pick/o2">Food Bank</a></ul>`,
    ],
    [
      'as buttons with an address each',
      `<h1>Pick an organization</h1><form method="post"><button formaction="/pick/o1">Helping Hands</button>
      <button formaction="/pick/o2">Food Bank</button></form>`,
    ],
    [
      'as boxes beside a button with an unknown word',
      `<h1>Which organizations may Partner App act for?</h1><form method="post" action="/pick">
      <label><input type="checkbox" name="org" value="o1"> Helping Hands</label><button>Aurrera</button></form>`,
    ],
  ])('%s', async (_, page) => {
    const isRight = (sent: URLSearchParams) => !sent.has('lang') && [null, 'o1'].includes(sent.get('org'))
    expect(endOf(await flow(behindLogin(page, isRight)))).toBe(approved)
    const result = await flow(behindLogin(page, isRight), 'decline')
    expect(endOf(result)).toBe(declined)
    expect(result.after).toBe('decision')
  })

  test('and what declines is left alone by who approves', async () => {
    const page = `<h1>Choose an organization</h1><form method="post" action="/pick"><button name="no" value="1">Cancel</button>
      <button name="org" value="o1">Helping Hands</button><button name="org" value="o2">Food Bank</button></form>`
    expect(endOf(await flow(behindLogin(page, (sent) => sent.get('org') === 'o1')))).toBe(approved)
  })

  test.each([
    '<p>Partner App</p><form method="post" action="/pick"><button name="d" value="1">Baimendu</button><button name="d" value="2">Ukatu</button></form>',
    '<p>Choose an organization</p><form method="post" action="/pick"><button name="a" value="1">Baimendu</button><button name="b" value="2">Ukatu</button></form>',
    '<p>Choose an organization</p><a href="https://elsewhere.example/pick?org=1">Helping Hands</a>',
    '<p>Partner App</p><a href="/pick?d=1">Baimendu</a><a href="/pick?d=2">Ukatu</a>',
  ])('but of two words that nobody knows none is a choice: %s', async (page) => {
    for (const purpose of ['approve', 'decline'] as const)
      expect(
        await flow(
          behindLogin(page, () => true),
          purpose,
        ),
      ).toMatchObject({ kind: 'stopped' })
  })
})

describe('of several ways to log in the one by email or password is taken', () => {
  test.each([
    [
      'links',
      `<a href="/way?go=google">Continue with Google</a> <a href="/way?go=ms">Continue with Microsoft</a>
      <a href="/way?go=link">Email me a link</a> <a href="/way?go=pw">Sign in with email and password</a>`,
    ],
    [
      'buttons',
      `<form action="/way"><button name="go" value="google">Continue with Google</button>
      <button name="go" value="sso">Continue with SSO</button><button name="go" value="pw">Continue with email</button></form>`,
    ],
    [
      'buttons that speak of a password, of an email and of registering',
      `<form action="/way"><button name="go" value="new">Sign up with email</button><button name="go" value="link">Continue with email</button>
      <button name="go" value="pw">Continue with a password</button></form>`,
    ],
    [
      'a form of a provider and a link',
      `<form action="/way"><button name="go" value="okta">Continue with Okta</button></form>
      <a href="/way?go=pw">Use email and password</a>`,
    ],
  ])('%s', async (_, page) => {
    const pages: Pages = {
      ...site,
      'GET /oauth2/authorize': () => page,
      'GET /way': ({ sent }) => (sent.get('go') === 'pw' ? loginPage : '<p>Not available.</p>'),
    }
    expect(endOf(await flow(pages))).toBe(approved)
    expect(endOf(await flow(pages, 'decline'))).toBe(declined)
  })
})
