import { expect, test } from 'vitest'
import { decide } from '../../../client/login/approval-step.ts'
import { findLoginForm } from '../../../client/login/login-step.ts'
import { readPage } from '../../../client/login/page.ts'

const url = new URL('https://auth.example/oauth2/authorize')

/** Names of the fields for user name and password. */
function foundIn(html: string): string {
  const login = findLoginForm(readPage(html, url))
  return login === undefined ? 'none' : `${login.username?.name ?? '-'} ${login.password?.name ?? '-'}`
}

const password = '<input type=password name=p>'

test.each([
  [
    'tokens of autocomplete',
    `<form><input name=a><input name=b autocomplete="section-x username webauthn"><input name=c>${password}`,
    'b p',
  ],
  [
    'a usual name',
    `<form><input name=first_name><input name="session[email]"><input name=company>${password}`,
    'session[email] p',
  ],
  [
    'a label',
    `<form><label for=x>Kundenkennung</label><input id=x name=f1><input name=f2>${password}`,
    'f1 p',
  ],
  [
    'a label, whatever ForgeRock AM calls the field',
    '<form><label for=IDToken1>Email</label><input id=IDToken1 name=IDToken1><button>Next</button>',
    'IDToken1 -',
  ],
  [
    'the last text field before the password',
    `<form><input name=a><input name=b>${password}<input name=c>`,
    'b p',
  ],
  [
    'the user, not the tenant',
    `<form><input name=account placeholder="Company account"><input name=user_id>${password}`,
    'user_id p',
  ],
  [
    'no honeypot that is not seen',
    `<style>.hp{display:none}</style><form><input class=hp name=email type=email><input name=x>${password}`,
    'x p',
  ],
  [
    'no honeypot that Tab passes over',
    `<form><input name=email tabindex=-1 autocomplete=off><input name=x>${password}`,
    'x p',
  ],
  [
    'the current of two passwords',
    '<form><input name=u><input type=password name=a autocomplete=new-password><input type=password name=b autocomplete=current-password>',
    'u b',
  ],
  [
    'no password that is not seen',
    '<form><input name=u><input type=password name=a style="opacity:0;height:0"><input type=password name=b>',
    'u b',
  ],
  [
    'no registration',
    '<form><input name=email><input type=password name=password><input type=password name=password_confirm>',
    'none',
  ],
  [
    'the login, not the registration beside it',
    `<form><input name=email><input type=password name=new autocomplete=new-password><button>Continue</button></form><form><input name=login>${password}</form>`,
    'login p',
  ],
  ['a user name alone', '<form><input type=email name=id><button>Next</button></form>', 'id -'],
  ['a password alone', `<form><input name=u value=ada readonly>${password}</form>`, '- p'],
  ['no search', '<form role=search><input name=q><button>Search</button></form>', 'none'],
  [
    'no one-time code',
    '<form><input name=otp autocomplete=one-time-code><button>Verify</button></form>',
    'none',
  ],
  [
    'no text beside an approval',
    '<form><input name=comment_name><button>Send</button></form><form><button>Allow</button></form>',
    'none',
  ],
])('%s', (_, html, expected) => {
  expect(foundIn(html)).toBe(expected)
})

test('a page of 10,000 forms is read in time linear in its size', () => {
  const timeFor = (forms: number) => {
    const html =
      '<form method="post" action="/x"><input name="a"><label for="b">b</label><button>Go</button></form>'
    // What else the machine does is no matter.
    const start = process.cpuUsage()
    const page = readPage(html.repeat(forms), url)
    findLoginForm(page)
    decide(page, 'approve')
    expect(page.forms).toHaveLength(forms)
    return process.cpuUsage(start).user / 1_000
  }
  timeFor(1_000)
  // far from the minute that it would take if each form looked through the page
  expect(timeFor(10_000)).toBeLessThan(3_000)
})
