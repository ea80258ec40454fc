import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { callback, listen, openBrowser, user } from './site.ts'

const login = (head: string, note: string, form = '') =>
  `<html><head>${head}</head><body><form method="post" action="/login"${form}><input type="hidden" name="note" value="${note}"><input name="user"><input type="password" name="pw"><button>Allow</button></form></body></html>`

test.each<{ what: string; type: string; page: Buffer; sent: string }>([
  {
    what: 'ISO-8859-1 by its media type, as a browser sends it back',
    type: 'text/html; charset=ISO-8859-1',
    page: Buffer.from(login('', 'é&#26481;+'), 'latin1'),
    sent: 'note=%E9%26%2326481%3B%2B',
  },
  {
    what: 'ISO-8859-2 by its meta element',
    type: 'text/html',
    page: Buffer.from(login('<meta charset="iso-8859-2">', '\xb1'), 'latin1'),
    sent: 'note=%B1',
  },
  {
    what: 'UTF-16, whose forms are UTF-8',
    type: 'text/html; charset=utf-16le',
    page: Buffer.from(login('', 'é'), 'utf16le'),
    sent: 'note=%C3%A9',
  },
  {
    what: 'UTF-16 by its byte order mark alone',
    type: 'text/html',
    page: Buffer.from(`\ufeff${login('', 'é')}`, 'utf16le'),
    sent: 'note=%C3%A9',
  },
  {
    what: 'ISO-8859-1 whose form asks for UTF-8',
    type: 'text/html; charset=ISO-8859-1',
    page: Buffer.from(login('', 'é', ' accept-charset="made-up utf-8 iso-8859-2"'), 'latin1'),
    sent: 'note=%C3%A9',
  },
  {
    what: 'UTF-8 where nobody knows the name',
    type: 'text/html; charset=made-up',
    page: Buffer.from(login('', 'é')),
    sent: 'note=%C3%A9',
  },
])('a page in $what', async ({ type, page, sent }) => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === 'GET') return response.writeHead(200, { 'content-type': type }).end(page)
    bodies.push(Buffer.concat(chunks).toString())
    return response.writeHead(302, { location: `${callback}?code=c1` }).end()
  })
  const flow = await openBrowser().authorize(`${await listen(server)}/oauth2/authorize`, 'approve', user, [
    callback,
  ])
  expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}?code=c1` })
  expect(bodies).toEqual([expect.stringContaining(`${sent}&user=`)])
})
