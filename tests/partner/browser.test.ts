import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../client/http/client.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { Browser } from '../../partner/browser/browser.ts'
import { openUntilAuthorization, wayToPick } from '../../partner/browser/ways.ts'
import { resourcesOf } from '../../partner/requirements/page-resources.ts'

const authUrl = 'http://127.0.0.1:9'
const authorize = `${authUrl}/oauth2/authorize?client_id=a&state=b`

/** A browser at an application that answers by this handler, and what the application was asked. */
async function browserAt(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    handler(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const appUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(async () => {
    await http.close()
    server.close()
  })
  const place = { appUrl, publicUrl: 'https://partner.example', authUrl }
  const browser = new Browser(http, place, {}, { nextId: () => 1, keep: (exchange) => exchange })
  const open = (path: string) => openUntilAuthorization(browser, { method: 'GET', url: browser.at(path) })
  return { browser, asked, open }
}

const html = (response: ServerResponse, body: string) =>
  void response.setHeader('content-type', 'text/html').end(body)

test.each([
  ['a redirect', (response: ServerResponse) => void response.writeHead(302, { location: authorize }).end()],
  [
    'a link',
    (response: ServerResponse) =>
      html(response, `<a href="/help">Help</a><a href="${authorize}">Connect</a>`),
  ],
  [
    'a meta refresh',
    (response: ServerResponse) => html(response, `<meta http-equiv="refresh" content="0; url=${authorize}">`),
  ],
  [
    'a form',
    (response: ServerResponse) =>
      html(
        response,
        `<form action="${authUrl}/oauth2/authorize"><input type="hidden" name="client_id" value="a"><input type="hidden" name="state" value="b"><button>Go</button></form>`,
      ),
  ],
])('the authorization endpoint is reached by %s', async (_, answer) => {
  const { open } = await browserAt((_, response) => answer(response))
  const arrival = await open('/connect')
  expect(arrival).toMatchObject({ kind: 'authorization' })
  expect(arrival.kind === 'authorization' && arrival.sending.url.searchParams.get('state')).toBe('b')
})

test('a page with a button sends its hidden fields along, and leads on', async () => {
  const { open, asked } = await browserAt((request, response) => {
    if (request.method === 'POST') response.writeHead(303, { location: authorize }).end()
    else
      html(
        response,
        '<a href="/logout">x</a><form method="post" action="/start"><input type="hidden" name="csrf" value="1"><button>Connect</button></form>',
      )
  })
  expect(await open('/connect')).toMatchObject({ kind: 'authorization' })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /connect', 'POST /start'])
})

test('it behaves as behind a proxy that ends TLS', async () => {
  const { browser, asked } = await browserAt((request, response) => {
    response.setHeader('set-cookie', [
      '__Host-id=1; Path=/; Secure; HttpOnly; SameSite=Lax',
      'shared=2; Domain=partner.example; Secure',
      'foreign=3; Domain=other.example',
    ])
    if (request.url === '/one') response.writeHead(302, { location: 'https://partner.example/two' })
    response.end()
  })
  await browser.open({ method: 'GET', url: browser.at('/one') })
  expect(asked.map(({ url }) => url)).toEqual(['/one', '/two'])
  expect(asked[0]?.headers).toMatchObject({
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'partner.example',
  })
  expect(asked[1]?.headers.cookie).toBe('__Host-id=1; shared=2')
})

test('it goes nowhere else', async () => {
  const { open } = await browserAt(
    (_, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  )
  expect(await open('/connect')).toMatchObject({ kind: 'elsewhere', address: 'https://elsewhere.example/' })
})

test.each([
  [
    'a button',
    '<form method="post"><button name="id" value="o-1">One</button><button name="id" value="o-2">Two</button></form>',
    'id=o-2',
  ],
  [
    'a radio button',
    '<form method="post"><label><input type="radio" name="id" value="o-1" checked>One</label><label><input type="radio" name="id" value="o-2">Two</label><button>Go</button></form>',
    'id=o-2',
  ],
  [
    'a select',
    '<form method="post"><select name="id"><option value="o-1">One</option><option value="o-2">Two</option></select><button>Go</button></form>',
    'id=o-2',
  ],
  [
    'a form of its own',
    '<form method="post"><input type="hidden" name="id" value="o-1"><button>One</button></form><form method="post"><input type="hidden" name="id" value="o-2"><button>Two</button></form>',
    'id=o-2',
  ],
  ['a link', '<a href="/pick/o-1">One</a> <a href="/pick/o-2">Two</a>', undefined],
])('an organization is picked by %s', async (_, body, sent) => {
  const { browser } = await browserAt((_, response) => html(response, body))
  const arrival = await browser.open({ method: 'GET', url: browser.at('/organizations') })
  const way = arrival.kind === 'answer' && arrival.page ? wayToPick(arrival.page, ['o-2']) : undefined
  expect(way?.body).toBe(sent)
  expect(way?.url.pathname).toBe(sent === undefined ? '/pick/o-2' : '/organizations')
})

test('what a page loads is found in elements, in scripts and in styles', async () => {
  const { browser } = await browserAt((_, response) =>
    html(
      response,
      `<link rel="stylesheet" href="style.css"><img srcset="/a.png 1x, /b.png 2x"><script src="/app.js"></script>
<script>fetch('/api/session'); import("./more.js")</script><style>body { background: url(/sky.png) }</style>`,
    ),
  )
  const exchange = await browser.send({ method: 'GET', url: browser.at('/pages/one') })
  expect(resourcesOf(exchange, browser).map(({ pathname }) => pathname)).toEqual([
    '/pages/style.css',
    '/a.png',
    '/b.png',
    '/app.js',
    '/api/session',
    '/pages/more.js',
    '/sky.png',
  ])
})

test('a browser loads what style sheets import, what pages in frames load, and what the header links to', async () => {
  const { browser } = await browserAt((_, response) => {
    response.setHeader('link', [
      '</session.json>; rel=preload; as=fetch',
      '</app.mjs>; rel="modulepreload", </next>; rel=next, <more.css>; title="a, b"; rel="stylesheet"',
    ])
    html(
      response,
      `<style>@import url("one.css"); @import "two.css"; @import'three.css'; @import url( four.css ) print;</style>
<iframe srcdoc="<base href=/in/><script src=five.js></script><iframe srcdoc='<img src=six.png>'></iframe>"></iframe>
<iframe srcdoc="&lt;script src=seven.js&gt;&lt;/script&gt;"></iframe>`,
    )
  })
  const exchange = await browser.send({ method: 'GET', url: browser.at('/pages/one') })
  const names = resourcesOf(exchange, browser).map(({ pathname }) => pathname)
  expect(names.toSorted()).toEqual([
    '/app.mjs',
    '/in/five.js',
    '/in/six.png',
    '/pages/four.css',
    '/pages/more.css',
    '/pages/one.css',
    '/pages/seven.js',
    '/pages/three.css',
    '/pages/two.css',
    '/session.json',
  ])
})
