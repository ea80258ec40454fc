import { describe, expect, test } from 'vitest'
import { callback, endOf, flow, isAda, loginPage, type Pages, redirect, site, user } from './site.ts'

const approved = `${callback}?code=c1&state=s1`
const declined = `${callback}?error=access_denied&state=s1`

async function expectBoth(pages: Pages) {
  expect(endOf(await flow(pages))).toBe(approved)
  const result = await flow(pages, 'decline')
  expect(endOf(result)).toBe(declined)
  expect(result.after).toBe('decision')
}

/** The site with a page between login and approval, that is left by `/on`. */
function behindLogin(page: string): Pages {
  return {
    ...site,
    'GET /oauth2/authorize': () => loginPage,
    'POST /login': (asked) => (isAda(asked) ? page : { status: 401, html: 'Wrong' }),
    'POST /on': ({ sent }) => (sent.has('aside') ? '<p>Another page.</p>' : redirect('/consent')),
    'GET /on': () => redirect('/consent'),
  }
}

describe('what can wait is put off', () => {
  test.each([
    `<h1>Verify your email</h1><form method="post" action="/on"><button name="aside" value="1">Resend the message</button></form>
     <p><a href="/on">Skip for now</a></p>`,
    `<h1>Complete your profile</h1><form method="post" action="/on"><label>Phone number <input type="tel" name="phone" required></label>
     <button name="aside" value="save">Save</button><button name="p" value="skip" formnovalidate>Skip</button></form>`,
    `<h1>Your profile</h1><form method="post" action="/on?aside=1"><label>Display name <input name="name" required></label>
     <button>Continue</button></form><a href="/on">Skip this step</a>`,
    `<a href="#main">Skip</a><form method="post" action="/on"><input type="hidden" name="aside" value="1"><button>Add a passkey</button></form>
     <a href="/on">Überspringen</a>`,
  ])('%s', async (page) => {
    await expectBoth(behindLogin(page))
  })

  test.each([
    `<form method="post" action="/on"><select name="lang"><option value="en" selected>English</option><option value="de">Deutsch</option>
     </select><button>Continue</button></form>`,
    `<form method="post" action="/on" id="newsletter"><label><input type="checkbox" name="aside" value="1"> Send me news</label>
     <button>Continue</button></form>`,
    '<p>Your browser is old.</p><a href="https://browser.example/">Update</a> <a href="/on">Continue anyway</a>',
  ])('and what is asked on the way is left as it is: %s', async (page) => {
    await expectBoth(behindLogin(page))
  })

  test.each([
    `<p>Partner asks for access.</p><form method="post" action="/consent"><input type="hidden" name="decision" value="yes">
     <button>Continue</button></form><a href="/later">Not now</a>`,
    `<p>Partner App vill ha åtkomst till ditt konto.</p><form method="post" action="/consent">
     <button formaction="/pair">Koppla</button><button formaction="/later">Inte nu</button></form><a href="/later">Hoppa över</a>`,
    `<p>Share your data with Partner?</p><form method="post" action="/pair"><button>Go</button></form><a href="/later">Later</a>`,
    '<p>Partner App wants access.</p><a href="/consent?decision=yes">Link</a> <a href="/later">Not now</a>',
  ])('but not what is asked, which would be to decline: %s', async (page) => {
    const result = await flow({
      ...site,
      'GET /consent': () => page,
      'POST /pair': () => redirect(approved),
      'GET /later': () => redirect(declined),
      'POST /later': () => redirect(declined),
    })
    expect(endOf(result)).not.toBe(declined)
  })

  test('nor does a page that helps with the password lead on', async () => {
    const page = `<form method="post" action="/consent"><input type="hidden" name="decision" value="yes"><button>Continue</button></form>
      <a href="/help">Help by email</a> <a href="/help">Terms of use of the password</a> <a href="/help">Sign in with another email</a>`
    expect(endOf(await flow({ ...site, 'GET /consent': () => page }))).toBe(approved)
  })
})

test('a telephone number is no user name once the password was given', async () => {
  const pages = behindLogin(
    `<form method="post" action="/on"><label>Mobile number <input type="tel" name="phone"></label><button>Save</button></form>`,
  )
  const asked: string[] = []
  await flow({
    ...pages,
    'POST /on': ({ sent }) => {
      asked.push(sent.get('phone') ?? '')
      return redirect('/consent')
    },
  })
  expect(asked).toEqual([''])
})

test('a tour of links is walked to its end', async () => {
  await expectBoth({
    ...behindLogin('<h1>What is new (1/2)</h1><a href="/two">Next</a> <a href="/tour">Skip the tour</a>'),
    'GET /two': () => '<h1>What is new (2/2)</h1><a href="/tour">Back</a> <a href="/on">Done</a>',
  })
})

describe('a password that one sees is a password', () => {
  test.each([
    '<input name="user"><input type="text" name="pw" autocomplete="current-password">',
    '<input name="user"><label>Password <input name="pw"></label>',
    '<input name="user"><label for="f">Ihr Passwort</label><input id="f" name="pw">',
  ])('%s', async (fields) => {
    await expectBoth({
      ...site,
      'GET /oauth2/authorize': () =>
        `<form method="post" action="/login">${fields}<button>Sign in</button></form>`,
    })
  })

  test('by its name too', async () => {
    const pages: Pages = {
      ...site,
      'GET /oauth2/authorize': () =>
        '<form method="post" action="/enter"><input name="login"><input name="session[password]"><button>Sign in</button></form>',
      'POST /enter': ({ sent }) =>
        sent.get('session[password]') === user.password ? redirect('/consent') : { status: 401 },
    }
    await expectBoth(pages)
  })

  test('but no code that is good once', async () => {
    const sent: string[] = []
    await flow({
      ...behindLogin(
        '<form method="post" action="/on"><label>One-time password <input name="password"></label><button>Verify</button></form>',
      ),
      'POST /on': (asked) => {
        sent.push(asked.sent.get('password') ?? '')
        return 'No.'
      },
    })
    expect(sent).not.toContain(user.password)
  })
})

describe('a single choice is made, whatever its label begins with', () => {
  test.each([
    '<label><input type="radio" name="org" value="none" required> No organization</label>',
    '<select name="org" required><option value="">-</option><option value="none">No organization</option></select>',
    '<label><input type="radio" name="org" value="none" required> No Kid Hungry</label>',
  ])('%s', async (choice) => {
    const page = `<h1>Choose an organization</h1><form method="post" action="/on">${choice}<button>Continue</button></form>`
    await expectBoth({
      ...behindLogin(page),
      'POST /on': ({ sent }) => (sent.get('org') === 'none' ? redirect('/consent') : page),
    })
  })
})
