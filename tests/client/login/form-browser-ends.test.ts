import { describe, expect, test } from 'vitest'
import { callback, endOf, flow, openBrowser, type Pages, redirect, serve, user } from './site.ts'

describe('leaving for the redirect URI', () => {
  const sentTo = async (location: string, stopAt = [callback]) => {
    const { url } = await serve({
      'GET /oauth2/authorize': () => redirect(location),
      'GET /done': () => '<p>done</p>',
    })
    return openBrowser().authorize(`${url}/oauth2/authorize`, 'approve', user, stopAt)
  }

  test.each([
    ['the redirect URI, in any spelling', 'HTTPS://PARTNER.example.org:443/callback?code=1'],
    ['another path of its host', 'https://partner.example.org/elsewhere'],
    ['another site, with a code', 'https://evil.example.net/?code=1'],
    ['another site, with an answer in the fragment', 'https://evil.example.net/#state=1'],
    ['an address of an application', 'org.example.app:/callback'],
    ['a file', 'file:///etc/passwd'],
  ])('%s', async (_, location) => {
    expect(endOf(await sentTo(location))).toBe(location)
  })

  test('a redirect URI on the service itself is told from its pages by the path', async () => {
    const { url, log } = await serve({
      'GET /oauth2/authorize': () => redirect('/step'),
      'GET /step': () => redirect('/cb?code=1'),
    })
    const result = await openBrowser().authorize(`${url}/oauth2/authorize`, 'approve', user, [`${url}/cb`])
    expect(result).toMatchObject({ kind: 'redirected', location: '/cb?code=1' })
    expect(log).not.toContain('GET /cb')
  })

  test.each([
    [
      'another site without an answer',
      'https://evil.example.net/login',
      'the service sends the user to https://evil.example.net, which is another site or not secure',
    ],
    ['no URL', 'http://[', 'the service sends the user to "http://[", which is no URL'],
  ])('%s is not asked', async (_, location, why) => {
    expect(endOf(await sentTo(location))).toBe(`stopped: ${why}`)
  })

  test('a page that posts its answer to the redirect URI is no redirect', async () => {
    const page = `<form method="post" action="${callback}"><input type="hidden" name="code" value="1"></form>`
    expect(await flow({ 'GET /oauth2/authorize': () => page })).toMatchObject({
      why: 'the page posts its answer to the redirect URI, where the contract wants a redirect',
      isFinal: true,
    })
  })

  test.each([
    ['a meta refresh', `<meta http-equiv="Refresh" content="0; URL='${callback}?code=1&amp;state=s1'">`],
    ['a link', `<a href="${callback}?code=1&amp;state=s1">Authorize</a>`],
    [
      'a form',
      `<form action="${callback}?lost=1"><input type="hidden" name="code" value="1"><input type="hidden" name="state" value="s1"></form>`,
    ],
  ])('%s that brings the user there with the answer in the query is one (RFC 6749, 1.7)', async (_, page) => {
    expect(endOf(await flow({ 'GET /oauth2/authorize': () => page }))).toBe(`${callback}?code=1&state=s1`)
  })
})

describe('where the flow cannot go on', () => {
  const stopped = async (pages: Pages, intent: 'approve' | 'decline' = 'approve') => {
    const result = await flow(pages, intent)
    return { end: endOf(result), page: result.kind === 'stopped' ? result.page : '' }
  }

  test('a page made by JavaScript', async () => {
    const page = '<div id="root"></div><script>render()</script><noscript>Please enable JavaScript</noscript>'
    expect(await stopped({ 'GET /oauth2/authorize': () => page })).toEqual({
      end: 'stopped: the page has no form; the page has scripts, which forms do not run: SANDBOX_LOGIN=browser (or manual) may get through',
      page: 'Please enable JavaScript',
    })
  })

  test('an error page', async () => {
    expect(
      await stopped({
        'GET /oauth2/authorize': () => ({ status: 400, html: '<h1>Invalid</h1><p>redirect_uri</p>' }),
      }),
    ).toEqual({
      end: 'stopped: GET /oauth2/authorize was answered with status 400',
      page: 'Invalid redirect_uri',
    })
  })

  test('something that is no page', async () => {
    const json = { headers: { 'content-type': 'application/json' }, html: '{"error":"invalid_request"}' }
    expect(await stopped({ 'GET /oauth2/authorize': () => json })).toEqual({
      end: 'stopped: GET /oauth2/authorize was answered with status 200 and "application/json", which is no page',
      page: '{"error":"invalid_request"}',
    })
  })

  test('garbage', async () => {
    const page = `<<form><input type=password name=a name=b><input <p \u0000\u001b[31m>&&#x110000;${'é'.repeat(1000)}`
    const result = await flow({ 'GET /oauth2/authorize': () => page })
    expect(endOf(result)).toMatch(/^stopped: /)
    expect(result.kind === 'stopped' && result.page.length).toBeLessThanOrEqual(300)
  })

  test('a page nested deeper than anybody means it', async () => {
    const page = `${'<div>'.repeat(100_000)}<form><button>Allow</button></form>`
    expect((await stopped({ 'GET /oauth2/authorize': () => page })).end).toBe(
      'stopped: GET /oauth2/authorize was answered with status 200 and a page that is nested too deep',
    )
  })

  test('no way to decline', async () => {
    const page = '<form><button>Allow</button></form>'
    expect((await stopped({ 'GET /oauth2/authorize': () => page }, 'decline')).end).toMatch(
      /^stopped: no form of the page looks like a login, and none can be used to decline; SANDBOX_LOGIN=browser/,
    )
  })

  test('redirects without end', async () => {
    const result = await flow({ 'GET /oauth2/authorize': () => redirect('/oauth2/authorize') })
    expect(endOf(result)).toBe('stopped: more than 20 redirects in a row')
    expect(result.log).toHaveLength(21)
  })

  test('pages without end', async () => {
    const result = await flow({ 'GET /oauth2/authorize': () => '<form><button>Continue</button></form>' })
    expect(endOf(result)).toMatch(/^stopped: no end after 12 pages; filled in before: `Continue`/)
  })

  test('a login that asks for a one-time code', async () => {
    const result = await flow({
      'GET /oauth2/authorize': () =>
        '<form method="post" action="/login"><input name="user"><input type="password" name="pw"><button>Sign in</button></form>',
      'POST /login': () =>
        '<form method="post" action="/otp"><input name="otp"><button>Verify</button></form>',
      'POST /otp': () => ({ status: 400, html: 'no' }),
    })
    expect(result.kind).toBe('stopped')
  })

  test('a login that asks for the password again and again, each time in another form', async () => {
    const form = (number: number) =>
      `<form method="post" action="/login"><input name="user${number}"><input type="password" name="pw${number}"><button>Sign in</button></form>`
    let asked = 0
    const result = await flow({
      'GET /oauth2/authorize': () => form(++asked),
      'POST /login': () => form(++asked),
    })
    // Wrong passwords lock accounts: it is sent twice at most.
    expect(result.log).toEqual(['GET /oauth2/authorize', 'POST /login', 'POST /login'])
    expect(endOf(result)).toMatch(/^stopped: the login was refused: the login page came again/)
  })

  test('a service that is not there', async () => {
    const result = await openBrowser().authorize('http://127.0.0.1:9/oauth2/authorize', 'approve', user, [
      callback,
    ])
    expect(endOf(result)).toBe('stopped: connection refused by 127.0.0.1:9')
  })
})

/** A page that approves or declines, and the redirect of either. */
const consent: Pages = {
  'GET /consent': () =>
    '<form method="post"><button name="a" value="Approve">Approve</button><button name="a" value="Deny">Deny</button></form>',
  'POST /consent': ({ sent }) =>
    redirect(sent.get('a') === 'Deny' ? `${callback}?error=access_denied` : `${callback}?code=c1`),
}

test('whoever declines accepts terms on the way to what they decline', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => `
      <form method="post" action="/terms"><label><input type="checkbox" name="accepted" required> I accept the terms</label>
      <button>Go on</button></form>`,
    'POST /terms': ({ sent }) => (sent.has('accepted') ? redirect('/consent') : { status: 400 }),
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test.each([
  `<p>New terms</p><form method="post" action="/terms"><label><input type="radio" name="accepted" value="y" required> I accept</label>
   <label><input type="radio" name="accepted" value=""> I do not accept</label><button>Continue</button></form>`,
  `<p>We have updated our terms of service.</p><form method="post" action="/terms">
   <button name="refused" value="1">Decline</button><button name="accepted" value="1">Accept</button></form>`,
  `<p>The terms of use have changed.</p><form method="post" action="/terms">
   <button name="refused" value="1">No</button><button name="accepted" value="1">Yes</button></form>`,
])('whoever declines accepts terms that are new: %s', async (terms) => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => terms,
    'POST /terms': ({ sent }) => (sent.get('accepted') ? redirect('/consent') : 'You have to accept.'),
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test.each([
  '<p>Your password expires in 5 days.</p><form method="post" action="/on"><button name="no" value="1">Change password</button><button>Remind me later</button></form>',
  '<form method="post" action="/on"><button name="no" value="1">Resend email</button><button name="no" value="2">I have verified</button><button>Do this later</button></form>',
  '<h1>O seu endereço está correto?</h1><form method="post" action="/on"><button>Sim</button><button name="no" value="1">Não</button></form>',
  '<form method="post" action="/on"><p>Our privacy notice</p><button>Got it</button></form>',
  '<form method="post" action="/on"><select name="language"><option>English</option></select><button>Save and continue</button></form>',
  '<p>You are signed in. <a href="/consent">Click here to continue</a> or <a href="/logout">log out</a></p>',
])('a page that lies on the way does not keep one from approving: %s', async (page) => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => page,
    'POST /on': ({ sent }) => (sent.has('no') ? 'That is another page.' : redirect('/consent')),
    ...consent,
  }
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test.each([
  '<form method="post" action="/on"><p>Our privacy notice</p><button>Got it</button></form>',
  '<form method="post" action="/on"><select name="language"><option>English</option></select><button>Save and continue</button></form>',
])('nor from declining: %s', async (page) => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => page,
    'POST /on': () => redirect('/consent'),
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
})

test('a phone number that is asked for behind the login can wait', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () =>
      '<form method="post" action="/login"><input name="username"><input type="password" name="password"><button>Sign in</button></form>',
    'POST /login': () => `<h1>Add a phone number</h1>
      <form method="post" action="/phone"><label>Phone <input type="tel" name="phone" required></label><button>Send code</button></form>
      <form method="post" action="/later"><button>Remind me later</button></form>`,
    'POST /later': () => redirect('/consent'),
    ...consent,
  }
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test('a first page may hold nothing but a link to the login', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () =>
      '<p>Sign in to go on.</p><a href="/consent">Sign in</a> <a href="/register">Register</a>',
    ...consent,
  }
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test('a page that asks for access may speak of terms that are new', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => `
      <p>Partner would like access to your organizations. Our terms have changed.</p>
      <form method="post" action="/consent"><button name="a" value="Approve">Accept</button>
      <button name="a" value="Deny">Decline</button></form>`,
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
})

test('whoever declines says that it was them who logged in', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => `
      <h1>New sign-in</h1><p>We noticed a login from a new device. Was this you?</p>
      <form method="post" action="/device"><button name="you" value="no">No, secure my account</button>
      <button name="you" value="yes">Yes, it was me</button></form>`,
    'POST /device': ({ sent }) =>
      sent.get('you') === 'yes' ? redirect('/consent') : 'Your account is locked',
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})

test('a page that speaks of a new device may still be the one to decline on', async () => {
  const pages: Pages = {
    'GET /oauth2/authorize': () => `
      <p>Partner would like to act for you from a new device. Is that all right?</p>
      <form method="post" action="/consent"><button name="a" value="Approve">Yes</button>
      <button name="a" value="Deny">No</button></form>`,
    ...consent,
  }
  expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?error=access_denied`)
  expect(endOf(await flow(pages))).toBe(`${callback}?code=c1`)
})
