import { expect, onTestFinished, test } from 'vitest'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { startMock } from '../../../mock/server.ts'
import { pageVariants } from '../../../mock/variants/pages.ts'
import { unusualPageVariants } from '../../../mock/variants/unusual-pages.ts'
import { openBrowser } from './site.ts'

/** Sends the mock's user through these pages, as often as there are intents; how the last time ended. */
async function walk(variant: string, ...intents: readonly ('approve' | 'decline')[]) {
  const mock = await startMock({ policies: applyAll(contractPolicies, { variants: [variant] }) })
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
  for (const intent of intents)
    flows.push(await browser.authorize(url, intent, user, [env('SANDBOX_REDIRECT_URI')]))
  return flows.at(-1)
}

const script = 'pages-by-script'

const onTheWay = pageVariants.filter(({ id }) => /^pages-(offer|account)-/.test(id))

test.for([...unusualPageVariants.filter(({ id }) => id !== script), ...onTheWay])(
  '$id: approves and declines',
  async ({ id }) => {
    const approved = await walk(id, 'approve')
    expect(approved).toMatchObject({ kind: 'redirected', location: expect.stringContaining('code=') })
    // The second time the user is known already.
    const again = await walk(id, 'approve', 'approve')
    expect(again).toMatchObject({ kind: 'redirected', location: expect.stringContaining('code=') })
    const declined = await walk(id, 'decline')
    expect(declined).toMatchObject({
      location: expect.stringContaining('error=access_denied'),
      after: 'decision',
    })
  },
)

test('a page that a script writes is left, with its text and what would help', async () => {
  expect(await walk(script, 'approve')).toMatchObject({
    kind: 'stopped',
    why: expect.stringContaining('SANDBOX_LOGIN=browser'),
    page: 'Log in: This page needs JavaScript.',
    isFinal: false,
  })
})
