import { describe, expect, test } from 'vitest'
import {
  type Asked,
  callback,
  endOf,
  flow,
  isAda,
  loginPage,
  openBrowser,
  type Pages,
  redirect,
  serve,
  site,
  user,
} from './site.ts'

describe('a login page and an approval page', () => {
  test('approving ends with the code, and the redirect URI is not asked', async () => {
    const result = await flow(site)
    expect(result).toMatchObject({
      kind: 'redirected',
      location: `${callback}?code=c1&state=s1`,
      sawApproval: true,
    })
    expect(result.log).toEqual(['GET /oauth2/authorize', 'POST /login', 'GET /consent', 'POST /consent'])
    expect(result.exchanges).toHaveLength(4)
  })

  test('declining ends with the error', async () => {
    expect(endOf(await flow(site, 'decline'))).toBe(`${callback}?error=access_denied&state=s1`)
  })

  test('a wrong password is reported with what the page says', async () => {
    const { url } = await serve(site)
    const stranger = { ...user, password: 'wrong' }
    const result = await openBrowser().authorize(`${url}/oauth2/authorize`, 'approve', stranger, [callback])
    expect(result).toMatchObject({
      kind: 'stopped',
      why: 'the login was refused: the login page came again; filled in before: `user`, `pw`, `Sign in`',
      page: expect.stringContaining('Wrong password.'),
      status: 401,
      loginRefused: true,
    })
  })
})

describe('login pages', () => {
  const approved = () => redirect(`${callback}?code=c1&state=s1`)
  const approval = '<form method="post" action="/consent"><button>Allow</button></form>'

  test('a user name, a password and an approval on three pages, with a hidden token on each', async () => {
    const page = (step: string, fields: string) =>
      `<form method="POST" action="step?to=${step}"><input type="hidden" name="csrf" value="t&amp;${step}">${fields}<input type="submit" value="Next"></form>`
    const result = await flow({
      'GET /oauth2/authorize': () =>
        page('2', '<label for="who">Account</label><input type="email" id="who" name="identifier">'),
      'POST /oauth2/step': ({ sent }) => {
        if (sent.get('csrf') !== `t&${sent.get('to')}`) return { status: 400, html: 'csrf' }
        if (sent.get('to') === '2' && sent.get('identifier') === user.username)
          return page(
            '3',
            `<input name="identifier" value="${user.username}" readonly><input type="password" name="secret">`,
          )
        return sent.get('secret') === user.password ? approval : { status: 400, html: 'wrong' }
      },
      'POST /consent': approved,
    })
    expect(endOf(result)).toBe(`${callback}?code=c1&state=s1`)
  })

  test('an old page: tags in capitals, bare attributes, end tags left out, a form around the rows of a table', async () => {
    const result = await flow({
      'GET /oauth2/authorize': () => `<HTML><TITLE>Log in</TITLE><TABLE><FORM ACTION=/login METHOD=POST>
        <TR><TD>Name<TD><INPUT NAME=user VALUE="">
        <TR><TD>Password<TD><INPUT TYPE=PASSWORD NAME=pw>
        <TR><TD><SELECT NAME=place><OPTION VALUE=a>A<OPTION VALUE=b SELECTED>B</SELECT>
        <TR><TD><FIELDSET DISABLED><DIV><INPUT NAME=off VALUE=1></DIV></FIELDSET>
        <TR><TD><INPUT TYPE=SUBMIT VALUE="Log in"></FORM></TABLE>`,
      'POST /login': (asked) =>
        isAda(asked) && asked.sent.get('place') === 'b' && !asked.sent.has('off')
          ? approved()
          : { status: 400, html: '' },
    })
    expect(endOf(result)).toBe(`${callback}?code=c1&state=s1`)
  })

  test('login and approval on one page', async () => {
    const pages: Pages = {
      'GET /oauth2/authorize': () => `<form method="post">
        <input name="username"><input type="password" name="password">
        <input type="submit" name="action" value="Deny"><input type="submit" name="action" value="Log in and approve"></form>`,
      'POST /oauth2/authorize': ({ sent }) =>
        sent.get('password') !== user.password
          ? { status: 403 }
          : redirect(
              sent.get('action') === 'Deny' ? `${callback}?error=access_denied` : `${callback}?code=c1`,
            ),
    }
    expect(await flow(pages)).toMatchObject({ location: `${callback}?code=c1`, sawApproval: true })
    expect(await flow(pages, 'decline')).toMatchObject({
      location: `${callback}?error=access_denied`,
      sawApproval: true,
    })
  })

  test('forms sent by GET, with a base element and a relative action', async () => {
    const result = await flow({
      'GET /oauth2/authorize': () =>
        '<base href="/sso/"><form action="in?lost=1"><input name="email"><input type="password" name="pw"></form>',
      'GET /sso/in': ({ sent }) =>
        sent.has('lost') || sent.get('pw') !== user.password ? { status: 400 } : redirect('../consent'),
      'GET /consent': () => '<form action="done"><button name="approve" value="1">Continue</button></form>',
      'GET /done': ({ sent }) => (sent.get('approve') === '1' ? approved() : { status: 400 }),
    })
    expect(endOf(result)).toBe(`${callback}?code=c1&state=s1`)
  })

  test('a user who is logged in, and then one whose approval is remembered', async () => {
    const browser = openBrowser()
    const pages: Pages = {
      'GET /oauth2/authorize': ({ cookies }) => {
        if (cookies.includes('approved')) return approved()
        return cookies.includes('session') ? approval : loginPage
      },
      'POST /login': () => redirect('/oauth2/authorize', 302, { 'set-cookie': 'session=1; Path=/' }),
      'POST /consent': () => redirect(`${callback}?code=c1`, 302, { 'set-cookie': 'approved=1; Path=/' }),
    }
    const { url, log } = await serve(pages)
    const again = () => browser.authorize(`${url}/oauth2/authorize`, 'approve', user, [callback])
    expect((await again()).sawApproval).toBe(true)
    log.length = 0
    expect(await again()).toMatchObject({ kind: 'redirected', sawApproval: false })
    expect(log).toEqual(['GET /oauth2/authorize'])
  })

  test('other forms of the page are left alone', async () => {
    const chrome = `<form action="/search" role="search"><input name="q"><button>Go</button></form>
      <form method="post" action="/logout"><button>Log out</button></form>
      <form method="post" action="/cookies"><button>Accept all cookies</button></form>
      <form method="post" action="/newsletter"><input name="email"><button>Subscribe</button></form>
      <form method="post" action="/register"><input name="email"><input type="password" name="p"><button>Sign up</button></form>`
    const result = await flow({
      ...site,
      'GET /oauth2/authorize': () => chrome + loginPage,
      'GET /consent': () =>
        `${chrome}<form method="post" action="/consent"><button name="decision" value="yes">OK</button></form>`,
    })
    expect(endOf(result)).toBe(`${callback}?code=c1&state=s1`)
  })

  test('redirects that keep the method, and redirects that do not', async () => {
    const result = await flow({
      ...site,
      'POST /login': () => redirect('/login2', 307),
      'POST /login2': (asked) => (isAda(asked) ? redirect('/consent2', 301) : { status: 400 }),
      'GET /consent2': () => redirect('/consent', 308),
    })
    expect(result.log).toEqual([
      'GET /oauth2/authorize',
      'POST /login',
      'POST /login2',
      'GET /consent2',
      'GET /consent',
      'POST /consent',
    ])
  })

  test('pages that check where a form was sent from', async () => {
    const { url, log } = await serve({
      'GET /oauth2/authorize': () => loginPage,
      'POST /login': ({ headers }) => {
        log.push(`${headers.origin} ${headers.referer}`)
        return approved()
      },
    })
    await openBrowser().authorize(`${url}/oauth2/authorize?x=1`, 'approve', user, [callback])
    expect(log.at(-1)).toBe(`${url} ${url}/oauth2/authorize?x=1`)
  })
})

describe('ways to approve and to decline', () => {
  const decided = ({ sent }: Asked) => redirect(`${callback}?${sent}`)
  const shapes: [string, string, string, string][] = [
    [
      'two buttons',
      '<form action="/a"><button name="b" value="1">Authorize</button><button name="b" value="0">Cancel</button></form>',
      'b=1',
      'b=0',
    ],
    [
      'two forms',
      '<form action="/a"><input type="hidden" name="b" value="1"><button>Deny</button></form><form action="/a"><input type="hidden" name="b" value="2"><button>Approve</button></form>',
      'b=2',
      'b=1',
    ],
    [
      'a link to decline',
      '<form action="/a"><button name="b" value="1">Yes, continue</button></form><a href="/a?b=0">No, thanks</a>',
      'b=1',
      'b=0',
    ],
    [
      'values that tell, not labels',
      '<form action="/a"><button name="b" value="refuse">Nein</button><button name="b" value="accept">Ja</button></form>',
      'b=accept',
      'b=refuse',
    ],
    [
      'actions that tell',
      '<form action="/x"><button formaction="/a?b=no" formmethod="post" name="x">Nein</button><button formaction="/a/approve" name="y">Ja</button></form>',
      'approved',
      'b=no&x=',
    ],
    [
      'radio buttons',
      '<form action="/a"><label><input type="radio" name="b" value="0" checked>Deny</label><label><input type="radio" name="b" value="1">Allow</label><button>Submit</button></form>',
      'b=1',
      'b=0',
    ],
    [
      'a select',
      '<form action="/a"><select name="b"><option value="">Choose<option value="1">Grant<option value="0">Reject</select><button>Continue</button></form>',
      'b=1',
      'b=0',
    ],
    [
      'boxes for scopes',
      '<form action="/a"><input type="checkbox" name="s" value="read"><input type="checkbox" name="s" value="write" checked><label><input type="checkbox" name="r" value="1">Remember me</label><button name="b" value="1">Agree</button><button name="b" value="0">Decline</button></form>',
      's=read&s=write&b=1',
      's=write&b=0',
    ],
    [
      'words inside words',
      '<form action="/a"><button name="b" value="0">Disallow</button><button name="b" value="1">Allow now</button></form>',
      'b=1',
      'b=0',
    ],
    [
      'controls outside their form',
      '<form id="f" action="/a"></form><input form="f" name="h" value="1" type="hidden"><button form="f" name="b" value="1">Allow</button><button form="f" name="b" value="0">Deny</button><button type="button">Confirm</button>',
      'h=1&b=1',
      'h=1&b=0',
    ],
  ]

  test.each(shapes)('%s', async (_, page, approved, declined) => {
    const pages: Pages = {
      'GET /oauth2/authorize': () => page,
      'GET /a': decided,
      'POST /a': decided,
      'GET /a/approve': () => redirect(`${callback}?approved`),
    }
    expect(endOf(await flow(pages))).toBe(`${callback}?${approved}`)
    expect(endOf(await flow(pages, 'decline'))).toBe(`${callback}?${declined}`)
  })

  test('a link that declines straight to the redirect URI', async () => {
    const page = `<form method="post"><button>Allow</button></form><a href="${callback}?error=access_denied&amp;state=s1">Cancel</a>`
    const result = await flow({ 'GET /oauth2/authorize': () => page }, 'decline')
    expect(endOf(result)).toBe(`${callback}?error=access_denied&state=s1`)
  })
})
