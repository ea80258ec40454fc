import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** What a hostile service does with a request, in place of answering it. */
export type Attack = (request: IncomingMessage, response: ServerResponse) => void

const MEGABYTE = 1024 * 1024
const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE))

/** Text that a page, a terminal, an XML parser or a shell might obey. */
export const nasty =
  '</script><script>globalThis.owned=1</script><img src=x onerror=owned()>\u001b[2J\u001b]0;owned\u0007\u0000\uFFFE]]>&lt;\u202E`$(id)`'

const json = (response: ServerResponse, body: string | Buffer) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(body)

const raw =
  (text: string): Attack =>
  ({ socket }) =>
    void socket.end(text)

export const attacks: Readonly<Record<string, Attack>> = {
  'an endless body': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MEGABYTE, ' ')));
    }
    response.on('drain', more)
    more()
  },
  'a gzip bomb': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(bomb),
  'a body that stops': (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      .write('{"data":')
  },
  'headers of megabytes': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    socket.end(`x: ${'y'.repeat(2 * MEGABYTE)}\r\n\r\n`)
  },
  'endless redirects': (_, response) =>
    void response.writeHead(302, { location: `/again?${Math.random()}` }).end(),
  'redirects to another host': (_, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end(),
  'redirects to a file': (_, response) =>
    void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  'a length that is too short': raw('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{"data":{}}'),
  'a length that is too long': raw('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data":{}}'),
  'invalid UTF-8': (_, response) => json(response, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28])),
  'text that is obeyed': (_, response) =>
    void response
      .writeHead(400, { 'content-type': 'text/html', 'x-nasty': encodeURIComponent(nasty) })
      .end(JSON.stringify({ error: nasty, error_description: nasty, data: { id: nasty } })),
  'a million organizations': (_, response) =>
    json(
      response,
      `{"ig_organizations":[${'{"id":"a","name":"b"},'.repeat(40_000)}{}],"access_token":"tokentoken"}`,
    ),
  'JSON nested ten thousand deep': (_, response) =>
    json(response, `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
  'keys like __proto__': (_, response) =>
    json(
      response,
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"data":{"__proto__":{"id":"x"}}}',
    ),
  'no HTTP at all': raw('220 mail.example.org ESMTP\r\n'),
  'a closed door': ({ socket }) => void socket.destroy(),
}
