import { describe, expect, test } from 'vitest'
import { callback, endOf, flow, type Pages, redirect, site } from './site.ts'

const approved = `${callback}?code=c1&state=s1`
const declined = `${callback}?error=access_denied&state=s1`

const approve = (more = '') =>
  `<form method="post" action="/consent"><button name="decision" value="yes">Allow access</button>${more}</form>`

/** The site with this page of approval, where a decision is sent by a link too. */
function withConsent(page: string): Pages {
  return {
    ...site,
    'GET /consent': ({ sent }) =>
      sent.has('decision') ? redirect(sent.get('decision') === 'yes' ? approved : declined) : page,
    'GET /leave': () => redirect(declined),
  }
}

async function expectBoth(pages: Pages) {
  expect(endOf(await flow(pages))).toBe(approved)
  const result = await flow(pages, 'decline')
  expect(endOf(result)).toBe(declined)
  expect(result.after).toBe('decision')
}

describe('one declines', () => {
  test.each([
    [
      'by a link with a long text that leads to the redirect URI',
      `${approve()}<a href="${callback.replace(':', '&#58;')}?error=access_denied&amp;state=s1">Go back to Partner App</a>`,
    ],
    ['by a link that says more', `${approve()}<a href="/leave">Cancel and return to Partner App</a>`],
    ['by a link that only a label tells of', `<a href="/leave" aria-label="Cancel"><b>×</b></a>${approve()}`],
    ['by a link that closes the page', `<a href="/leave" title="Close">×</a>${approve()}`],
    ['by a link with a word for that', `${approve()}<a href="/leave">Schließen</a>`],
    ['by a button with a label', approve('<button name="decision" value="" aria-label="Close">✕</button>')],
    [
      'by a choice beside a text that nobody asks for',
      `<form method="post" action="/consent"><input name="note"><select name="decision" required><option value="">choose</option>
       <option value="no">Deny</option><option value="yes">Allow</option></select><button>Continue</button></form>`,
    ],
    [
      'by leaving a box as it is',
      `<form method="post" action="/agree"><label><input type="checkbox" name="agree" value="1"> I authorize Partner App</label>
       <button>Submit</button></form>`,
    ],
    [
      'by taking the check out of a box',
      `<form method="post" action="/agree"><label><input type="checkbox" name="agree" checked> Allow Partner App to act for you</label>
       <button>Continue</button></form>`,
    ],
  ])('%s', async (_, page) => {
    await expectBoth({
      ...withConsent(page),
      'POST /agree': ({ sent }) => redirect(sent.has('agree') ? approved : declined),
    })
  })
})

describe('what may decline, or not, is no decision', () => {
  test('a page that is closed, and leads to a code', async () => {
    const pages: Pages = {
      ...withConsent(`<a href="/leave">Close</a>${approve()}`),
      'GET /leave': () => redirect(approved),
    }
    expect(await flow(pages, 'decline')).toMatchObject({ location: approved, after: 'login' })
  })

  test('a page that is closed, and leads back to the login', async () => {
    const pages: Pages = {
      ...withConsent(`<a href="/oauth2/authorize">Exit</a>${approve()}`),
    }
    expect(await flow(pages, 'decline')).toMatchObject({
      kind: 'stopped',
      why: expect.stringContaining('led back to the login'),
      loginRefused: false,
    })
  })

  test('a box that one has to check', async () => {
    const pages: Pages = {
      ...withConsent(
        `<form method="post" action="/agree"><label><input type="checkbox" name="agree"> I authorize Partner App</label>
         <button>Submit</button></form>`,
      ),
      'POST /agree': () => ({ status: 422, html: '<p>Please check the box.</p>' }),
    }
    expect(await flow(pages, 'decline')).toMatchObject({ kind: 'stopped', after: 'login' })
  })

  test.each([
    `${approve()}<a href="#top">Close</a>`,
    '<form method="post" action="/agree"><label><input type="checkbox" name="agree" required> I authorize Partner App</label><button>Authorize</button></form>',
    '<form method="post" action="/agree"><label><input type="checkbox" name="news"> Allow newsletters</label><button>Authorize</button></form>',
  ])('nothing: %s', async (page) => {
    const result = await flow(withConsent(page), 'decline')
    expect(result).toMatchObject({ kind: 'stopped', after: 'login' })
    expect(result.log.at(-1)).toBe('GET /consent')
  })
})

describe('whoever declines accepts cookies on the way', () => {
  test.each([
    '<button name="c" value="manage">Manage settings</button><button name="c" value="all">Accept all</button>',
    '<button name="c" value="manage">Einstellungen</button><button name="c" value="all">Alle akzeptieren</button>',
    '<button name="c" value="all">Accept all cookies</button>',
  ])('%s', async (buttons) => {
    await expectBoth({
      ...site,
      'GET /oauth2/authorize': () =>
        `<h1>Cookies</h1><form method="post" action="/cookies">${buttons}</form>`,
      'POST /cookies': ({ sent }) =>
        sent.get('c') === 'all' ? (site['GET /oauth2/authorize']?.(asked) ?? '') : '<p>Settings</p>',
    })
  })

  test('but not an approval on a page that speaks of them', async () => {
    const page = `<p>Partner App möchte zugreifen.</p>
      <form method="post" action="/consent"><button name="decision" value="yes">Zulassen</button></form><a href="/c">Cookies</a>`
    const result = await flow(withConsent(page), 'decline')
    expect(result.log).not.toContain('POST /consent')
  })
})

const asked = { method: 'GET', path: '/', sent: new URLSearchParams(), cookies: '', headers: {} }
