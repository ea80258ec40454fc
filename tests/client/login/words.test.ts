import { expect, test } from 'vitest'
import { intentOf, leadsAstray, speaksOfIdentity, speaksOfSession } from '../../../client/login/words.ts'

test.each([
  ['Allow access', 'Do not allow'],
  ['Zulassen', 'Ablehnen'],
  ['Autoriser', 'Refuser'],
  ['Permitir', 'Rechazar'],
  ['Aceitar', 'Recusar'],
  ['Consenti', 'Rifiuta'],
  ['Toestaan', 'Weigeren'],
  ['Godkänn', 'Neka'],
  ['Zezwól', 'Odmów'],
  ['Разрешить', 'Отклонить'],
  ['許可する', '拒否する'],
  ['允许', '不允许'],
  ['허용', '거부'],
])('%s approves, %s declines', (approve, decline) => {
  expect(intentOf([approve])).toBe('approve')
  expect(intentOf([decline])).toBe('decline')
})

test.each(['/step?flow=U-OkEm2s4LNtPTi5', '/step/3f-no-7c', 'abNoXY', '/login?state=x9_allow'])(
  'what was drawn at random says nothing, whatever words it happens to hold: %s',
  (address) => expect(intentOf([address])).toBeUndefined(),
)

test.each(['/consent/deny?flow=U-OkEm2s4LNtPTi5', 'ctl00$Main$btnDenyAccess', 'NO', 'deny_access'])(
  'but words beside it do: %s',
  (address) => expect(intentOf([address])).toBe('decline'),
)

test.each(['Continue with Google', 'Sign in with Apple'])('%s leads to somebody else', (label) => {
  expect(leadsAstray(label)).toBe(true)
})

test.each(['Stay signed in?', 'Keep me logged in', 'Trust this browser?', 'Angemeldet bleiben?'])(
  '%s is about the session',
  (text) => expect(speaksOfSession(text)).toBe(true),
)

test.each(['Approve access', 'Partner asks to act for you. Yes or no?'])('%s is not', (text) =>
  expect(speaksOfSession(text)).toBe(false),
)

test.each([
  'New sign-in. Was this you?',
  'Is it really you?',
  'New device. Yes, it was me',
  'Waren Sie das?',
])('%s asks who logged in', (text) => expect(speaksOfIdentity(text)).toBe(true))

test.each([
  'Approve access for this device?',
  'Is this what you want? Partner asks to act for you.',
  'Unrecognized device. Partner asks to act for you.',
])('%s does not', (text) => expect(speaksOfIdentity(text)).toBe(false))
