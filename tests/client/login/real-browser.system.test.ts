import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RealBrowser } from '../../../client/login/real-browser.ts'
import { startChromium } from '../../system/chromium.ts'
import { callback, listen, serve, user } from './site.ts'

/** Pages that only a script fills, with names that no guess finds, and a button that only looks right. */
const made = (html: string, script: string) =>
  `<body><script>document.body.innerHTML = ${JSON.stringify(html)}; ${script}</script></body>`

const login = made(
  '<input id="who" name="kto"><input id="word" name="slowo"><a href="/trap">Log in</a><div id="go">Dalej</div>',
  `document.querySelector('#go').onclick = () => {
     location = '/consent?' + new URLSearchParams({ who: who.value, word: word.value }) }`,
)
const consent = made(
  '<button onclick="location = \'/trap\'">Allow</button><i id="yes">Tak</i><i id="no">Nie</i>',
  `document.querySelector('#yes').onclick = () => { location = ${JSON.stringify(`${callback}?code=c-1&state=s`)} }
   document.querySelector('#no').onclick = () => {
     location = ${JSON.stringify(`${callback}?error=access_denied&state=s`)} }`,
)

describe('pages that no guess gets through', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  test.each([
    ['approve', '?code=c-1&state=s'],
    ['decline', '?error=access_denied&state=s'],
  ] as const)('selectors tell the browser how to log in and %s', async (intent, query) => {
    let sent = new URLSearchParams()
    const { url, log } = await serve({
      'GET /authorize': () => login,
      'GET /consent': (asked) => {
        sent = asked.sent
        return consent
      },
    })
    const selectors = {
      username: '#who',
      password: '#word',
      submit: '#go',
      approve: '#yes',
      decline: '#no',
    }
    const agent = new RealBrowser(async () => browser, { selectors })
    const flow = await agent.authorize(`${url}/authorize`, intent, user, [callback])
    expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}${query}`, sawApproval: true })
    expect(Object.fromEntries(sent)).toEqual({ who: user.username, word: user.password })
    expect(log.filter((line) => !line.includes('favicon'))).toEqual(['GET /authorize', 'GET /consent'])
  })

  test('a mistake of the suite is no page that cannot be got through', async () => {
    const { url } = await serve({ 'GET /authorize': () => login })
    const slip = new TypeError('no user')
    const nobody = {
      password: user.password,
      get username(): string {
        throw slip
      },
    }
    const agent = new RealBrowser(async () => browser, { selectors: { username: '#who', password: '#word' } })
    await expect(agent.authorize(`${url}/authorize`, 'approve', nobody, [callback])).rejects.toBe(slip)
  })

  test('a selector that finds what cannot be filled in is the page’s', async () => {
    const { url } = await serve({ 'GET /authorize': () => '<div id="who">Jo</div>' })
    const agent = new RealBrowser(async () => browser, { selectors: { username: '#who' } })
    const flow = await agent.authorize(`${url}/authorize`, 'approve', user, [callback])
    expect(flow).toMatchObject({ kind: 'stopped' })
  })

  test('a page that leaves by a script as soon as it is read is not waited for', async () => {
    const leave = `<script>location = ${JSON.stringify(`${callback}?code=c-1`)}</script>`
    const { url } = await serve({ 'GET /authorize': () => leave })
    const agent = new RealBrowser(async () => browser, { selectors: {} })
    const began = performance.now()
    const flow = await agent.authorize(`${url}/authorize`, 'approve', user, [callback])
    expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}?code=c-1` })
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('what a gateway wants goes with all that is asked of the service, and with nothing else', async () => {
    const passes = (url?: string, pass?: string) => `${url?.split('?')[0]} ${pass ?? 'without'}`
    const seen: string[] = []
    const other = await listen(
      createServer(({ url, headers }, response) => {
        seen.push(passes(url, headers['x-pass']?.toString()))
        response.writeHead(200, { 'content-type': 'text/javascript' }).end()
      }),
    )
    const service = await listen(
      createServer(({ url, headers }, response) => {
        seen.push(passes(url, headers['x-pass']?.toString()))
        const leave = `location = ${JSON.stringify(`${callback}?code=c-1`)}`
        if (url === '/start') response.writeHead(302, { location: '/page' }).end()
        else if (url === '/leave.js')
          response.writeHead(200, { 'content-type': 'text/javascript' }).end(leave)
        else
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              `<link rel=icon href=data:,><script src=${other}/foreign.js></script><script src=/leave.js></script>`,
            )
      }),
    )
    const pass = { headers: { 'X-Pass': 'open' }, origins: [service] }
    const agent = new RealBrowser(async () => browser, { selectors: {} }, { pass })
    const flow = await agent.authorize(`${service}/start`, 'approve', user, [callback])
    expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}?code=c-1` })
    expect(seen.toSorted()).toEqual(['/foreign.js without', '/leave.js open', '/page open', '/start open'])
  })

  test('an error page that no script can change is the end at once', async () => {
    const { url } = await serve({ 'GET /authorize': () => ({ status: 400, html: '<p>No such client</p>' }) })
    const agent = new RealBrowser(async () => browser, { selectors: {} })
    const flow = await agent.authorize(`${url}/authorize`, 'approve', user, [callback])
    expect(flow).toMatchObject({ kind: 'stopped', after: 'request', status: 400, isFinal: true })
    expect(flow).toMatchObject({ page: 'No such client', loginRefused: false })
  })

  test('an answer that takes its time is waited for, also behind a login page with an error status', async () => {
    const url = await listen(
      createServer((request, response) => {
        if (request.method === 'GET')
          response
            .writeHead(401, { 'content-type': 'text/html' })
            .end(
              '<form method=post><input name=user><input type=password name=word><button>Log in</button></form>',
            )
        else setTimeout(() => response.writeHead(303, { location: `${callback}?code=c-1` }).end(), 800)
      }),
    )
    const agent = new RealBrowser(async () => browser, { selectors: {} })
    const flow = await agent.authorize(`${url}/authorize`, 'approve', user, [callback])
    expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}?code=c-1` })
  })
})
