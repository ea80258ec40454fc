import { expect, test } from 'vitest'
import { callback, endOf, flow, type Pages, site } from './site.ts'

test('who is to mistype the password does so once, and approves with the right one', async () => {
  const result = await flow(site, 'mistype')
  expect(endOf(result)).toBe(`${callback}?code=c1&state=s1`)
  expect(result.log).toEqual([
    ...['GET /oauth2/authorize', 'POST /login', 'POST /login'],
    ...['GET /consent', 'POST /consent'],
  ])
  // The form with the wrong one is no form with the password.
  expect(result).toMatchObject({ isMistyped: true, passwordForms: { sent: 1 } })
})

test('where nobody gets in after a wrong password, the flow stops there', async () => {
  const once: Pages = { ...site, 'POST /login': () => ({ status: 429, html: '<p>Try again later.</p>' }) }
  expect(await flow(once, 'mistype')).toMatchObject({ kind: 'stopped', isMistyped: true })
})
