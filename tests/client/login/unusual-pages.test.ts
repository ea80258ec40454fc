import { expect, onTestFinished, test } from 'vitest'
import type { Purpose } from '../../../client/login/authorization-flow.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { startMockService } from '../../../mock/server.ts'
import { decisionVariants } from '../../../mock/variants/decisions-on-pages.ts'
import { pageVariants } from '../../../mock/variants/pages.ts'
import { sessionVariants } from '../../../mock/variants/sessions.ts'
import { unusualPageVariants } from '../../../mock/variants/unusual-pages.ts'
import { openBrowser } from './site.ts'

/** Sends the mock's user through these pages, as often as there are errands; how the last time ended. */
async function walk(variant: string, ...errands: readonly Purpose[]) {
  const mock = await startMockService({ policies: applyAll(contractPolicies, { variants: [variant] }) })
  onTestFinished(() => mock.close())
  const env = (key: string) => mock.environment[key] ?? ''
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: env('SANDBOX_CLIENT_ID'),
    redirect_uri: env('SANDBOX_REDIRECT_URI'),
    scope: env('SANDBOX_SCOPE'),
    state: 's1',
  })
  const user = { username: env('SANDBOX_USERNAME'), password: env('SANDBOX_PASSWORD') }
  const url = `${env('SANDBOX_AUTH_URL')}/oauth2/authorize?${query}`
  const browser = openBrowser()
  const flows = []
  for (const purpose of errands)
    flows.push(await browser.authorize(url, purpose, user, [env('SANDBOX_REDIRECT_URI')]))
  return flows.at(-1)
}

const script = 'pages-by-script'

/** Where a page that can be declined asks something else first. */
const asksFirst = 'pages-ask-of-age'

const onTheWay = pageVariants.filter(({ id }) => /^pages-(offer|account)-/.test(id))

/** Those where nobody is asked, or nobody can say no. */
const withoutChoice = [
  'pages-approved-by-administrator',
  'pages-approval-given-unless-prompted',
  'pages-cancel-at-login-only',
]

const withChoice = [...unusualPageVariants, ...decisionVariants, ...sessionVariants].filter(
  ({ id }) => id !== script && !withoutChoice.includes(id),
)

test.for([...withChoice, ...onTheWay])('$id: approves and declines', async ({ id }) => {
  const approved = await walk(id, 'approve')
  expect(approved).toMatchObject({ kind: 'redirected', location: expect.stringContaining('code=') })
  // The second time the user is known already.
  const again = await walk(id, 'approve', 'approve')
  expect(again).toMatchObject({ kind: 'redirected', location: expect.stringContaining('code=') })
  const declined = await walk(id, id === asksFirst ? 'decline-next' : 'decline')
  expect(declined).toMatchObject({
    location: expect.stringContaining('error=access_denied'),
    after: 'decision',
  })
})

test('a page that a script writes is left, with its text and what would help', async () => {
  expect(await walk(script, 'approve')).toMatchObject({
    kind: 'stopped',
    why: expect.stringContaining('SANDBOX_LOGIN=browser'),
    page: 'Log in: This page needs JavaScript.',
    isFinal: false,
  })
})

test('who says no to staying signed in declines nothing', async () => {
  const flow = await walk('pages-approved-by-administrator', 'decline')
  expect(flow).toMatchObject({ location: expect.stringContaining('code='), after: 'login' })
})

test('where the page of approval has no way to decline, the login may have one to cancel', async () => {
  const variant = 'pages-cancel-at-login-only'
  expect(await walk(variant, 'decline')).toMatchObject({ kind: 'stopped', after: 'login' })
  const told = { location: expect.stringContaining('error=access_denied'), after: 'decision' }
  expect(await walk(variant, 'cancel')).toMatchObject(told)
  expect(await walk(variant, 'approve')).toMatchObject({ location: expect.stringContaining('code=') })
})

test('a login without a way to cancel is not got through by who wants to', async () => {
  expect(await walk('pages-approval-remembered', 'cancel')).toMatchObject({
    kind: 'stopped',
    why: expect.stringContaining('the login page has nothing to cancel by'),
  })
})
