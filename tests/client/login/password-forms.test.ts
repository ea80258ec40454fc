import { describe, expect, test } from 'vitest'
import { BrowserForms } from '../../../client/login/browser-forms.ts'
import { callback, flow, openBrowser, type Pages, redirect, serve, user } from './site.ts'

const login =
  '<form method="post" action="/login"><input name="user"><input type="password" name="pw"><button>Allow access</button></form>'

const answeredBy = (...answers: readonly [string, Pages[string]][]): Pages => ({
  'GET /oauth2/authorize': () => login,
  ...Object.fromEntries(answers),
})

const formsOf = async (pages: Pages) => (await flow(pages)).passwordForms

describe('a form with the password', () => {
  test.each([302, 303])('is not sent on by a %d', async (status) => {
    expect(await formsOf(answeredBy(['POST /login', () => redirect(`${callback}?code=c`, status)]))).toEqual({
      sent: 1,
      sentOn: [],
    })
  })

  test.each([307, 308])('is sent on by a %d', async (status) => {
    expect(await formsOf(answeredBy(['POST /login', () => redirect(`${callback}?code=c`, status)]))).toEqual({
      sent: 1,
      sentOn: [`a ${status} to ${callback}?code=c behind the form with the password`],
    })
  })

  test('may be passed on within its origin, and is watched there', async () => {
    const pages = answeredBy(
      ['POST /login', () => redirect('/session', 307)],
      ['POST /session', () => redirect(`${callback}?code=c`, 302)],
    )
    expect(await formsOf(pages)).toEqual({ sent: 2, sentOn: [] })
  })

  test('is sent on to a redirect URI on the same origin, too', async () => {
    const { url } = await serve(answeredBy(['POST /login', () => redirect('/cb?code=c', 307)]))
    const { passwordForms } = await openBrowser().authorize(`${url}/oauth2/authorize`, 'approve', user, [
      `${url}/cb`,
    ])
    expect(passwordForms?.sentOn).toEqual(['a 307 to /cb?code=c behind the form with the password'])
  })

  test('is none where only the approval is sent on', async () => {
    const pages = answeredBy(
      ['POST /login', () => redirect('/consent', 303)],
      ['GET /consent', () => '<form method="post" action="/consent"><button>Allow</button></form>'],
      ['POST /consent', () => redirect(`${callback}?code=c`, 307)],
    )
    expect(await formsOf(pages)).toEqual({ sent: 1, sentOn: [] })
  })
})

describe('what a real browser is about to send', () => {
  const form = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    postData: new URLSearchParams({ pw: user.password }).toString(),
    isLeaving: false,
  }
  const site = 'https://auth.example.org/login'

  test('shows a form that a redirect sends on', () => {
    const forms = new BrowserForms(user.password)
    forms.note({ ...form, url: site, requestId: '1' })
    forms.note({ ...form, url: callback, requestId: '2', redirectedRequestId: '1', isLeaving: true })
    expect(forms.found).toEqual({
      sent: 2,
      sentOn: [`a 307 or 308 to ${callback} behind the form with the password`],
    })
  })

  test('shows none where the password stays on its origin or is left behind', () => {
    const forms = new BrowserForms(user.password)
    forms.note({ ...form, url: site, requestId: '1' })
    forms.note({ ...form, url: `${site}/more`, requestId: '2', redirectedRequestId: '1' })
    forms.note({
      method: 'GET',
      headers: {},
      url: callback,
      requestId: '3',
      redirectedRequestId: '2',
      isLeaving: true,
    })
    expect(forms.found).toEqual({ sent: 2, sentOn: [] })
  })
})
