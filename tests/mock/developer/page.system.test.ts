import { createServer } from 'node:http'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listening } from '../../../mock/server.ts'
import { axeFindings } from '../../system/axe.ts'
import { startChromium } from '../../system/chromium.ts'
import { Developer } from './developer.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

/** The page, and what the browser complained about. */
async function open(developer: Developer, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const noises: string[] = []
  page.on('console', (message) => noises.push(message.text()))
  page.on('requestfailed', (request) => noises.push(request.url()))
  await page.goto(developer.mock.pageUrl)
  return { page, noises }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('a developer works with the page, and it needs no script', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  const { access, refresh } = await partner.tokens()
  const { page, noises } = await open(developer, { javaScriptEnabled: false })
  const told = page.getByRole('status')

  await press(page, 'Expire this access token')
  expect(await told.textContent()).toBe('The access token has expired.')
  expect((await partner.organizations(access)).status).toBe(401)

  await press(page, 'Revoke this refresh token')
  expect(await told.textContent()).toBe('The refresh token is revoked, with all tokens of its grant.')
  expect((await partner.refresh(refresh)).json.error).toBe('invalid_grant')

  await page.getByLabel('Id of a fault').fill('org-5-open-to-all')
  await press(page, 'Switch on the fault')
  expect((await partner.organizations()).status).toBe(200)
  await press(page, 'Switch off org-5-open-to-all')
  expect((await partner.organizations()).status).toBe(401)

  const before = developer.mock.clock.now()
  await page.getByLabel('Seconds').fill('7200')
  await press(page, 'Move the clock forward')
  expect(await told.textContent()).toBe('The clock was moved.')
  expect(developer.mock.clock.now() - before).toBeGreaterThan(7_000_000)

  const id = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  await page.locator('#donations summary', { hasText: id }).click()
  await page.locator('#donations details[open]').getByRole('button').click()
  expect(await told.textContent()).toBe('The webhook was sent.')
  expect(await page.locator('#webhooks').textContent()).toContain(id)

  await page.getByLabel('Id of a variant').fill('connections-close')
  await press(page, 'Switch on the variant')
  expect(await page.getByRole('alert').textContent()).toContain('the nearest is connections-closed')
  // The answer that says so has the status 400, which a browser notes.
  expect(noises.filter((noise) => !noise.includes('400'))).toEqual([])
})

test('a form on another site does nothing, and its frame stays empty', async () => {
  const developer = await Developer.start()
  const { pageUrl, clock } = developer.mock
  const form_token = await developer.formToken()
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<form method="post" action="${pageUrl}/advance-clock">
<input name="seconds" value="7200"><input name="form_token" value="${form_token}"><button>A prize</button></form>
<iframe src="${pageUrl}"></iframe>`)
  })
  onTestFinished(() => void server.close())
  const other = await listening(server, '127.0.0.1', 0)
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(other)
  expect(page.frames()[1]?.url()).not.toBe(`${pageUrl}/`)
  const before = clock.now()
  await page.getByRole('button').click()
  expect(await page.locator('body').textContent()).toContain('the Origin header names another')
  expect(clock.now() - before).toBeLessThan(3_000_000)
})

test.each(['light', 'dark'] as const)('axe finds nothing to complain about, in %s', async (colorScheme) => {
  const developer = await Developer.start()
  const { partner } = developer
  const { access } = await partner.tokens()
  await partner.update(access, partner.id('SANDBOX_PLEDGED_DONATION_IDS'), { memo: 'thanks' })
  await partner.update(access, partner.id('SANDBOX_PLEDGED_DONATION_IDS'), { memo: 7 })
  await developer.send('switch-on', { kind: 'fault', id: 'org-5-xml' })
  const { page } = await open(developer, { colorScheme })
  expect(await axeFindings(page)).toEqual([])
})
