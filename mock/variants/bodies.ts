import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { PolicyChange } from '../policies/replace.ts'
import { answering, changed, intercepting, writingJson } from './responses.ts'
import type { Variant } from './variant.ts'

/** Applies a content encoding for clients that accept it (RFC 9110 §8.4). */
function encoding(name: string, encode: (body: Buffer) => Uint8Array): PolicyChange {
  return answering(async (response, request) => {
    const accepted = request.headers.get('accept-encoding')?.includes(name)
    if (!accepted || response.body === null || response.headers.has('content-encoding')) return response
    const body = new Uint8Array(encode(Buffer.from(await response.arrayBuffer())))
    return changed(response, { 'content-encoding': name, vary: 'Accept-Encoding' }, body)
  })
}

/** The variants of JSON, response headers and content encodings. */
export const bodyVariants: readonly Variant[] = [
  {
    id: 'json-with-charset',
    description: 'JSON is typed with a charset parameter.',
    apply: answering((response) =>
      response.headers.get('content-type') === 'application/json'
        ? changed(response, { 'content-type': 'application/json; charset=utf-8' })
        : response,
    ),
  },
  {
    id: 'json-type-in-other-case',
    description: 'The content type of JSON is written in mixed case, its charset in quotes.',
    apply: answering((response) =>
      response.headers.get('content-type') === 'application/json'
        ? changed(response, { 'content-type': 'Application/JSON;Charset="UTF-8"' })
        : response,
    ),
  },
  {
    id: 'json-indented',
    description: 'JSON is indented and ends with a line break.',
    apply: writingJson((value) => `${JSON.stringify(value, undefined, 2)}\r\n`),
  },
  {
    id: 'json-escaped',
    description: 'JSON escapes slashes and every character beyond ASCII.',
    apply: writingJson((value) =>
      JSON.stringify(value)
        .replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll('/', '\\/'),
    ),
  },
  {
    id: 'headers-in-plenty',
    description: 'Answers carry the headers of a hardened site, a cookie of a load balancer among them.',
    apply: answering((response) => {
      const { status, body } = response
      const headers = new Headers(response.headers)
      headers.append('set-cookie', 'lb=node-3; Path=/; HttpOnly')
      headers.set('strict-transport-security', 'max-age=63072000')
      headers.set('x-content-type-options', 'nosniff')
      headers.set('x-request-id', crypto.randomUUID())
      return new Response(body, { status, headers })
    }),
  },
  {
    id: 'bodies-chunked',
    description: 'Bodies come in chunks, without a length.',
    apply: answering(async (response) => {
      if (response.body === null) return response
      const bytes = new Uint8Array(await response.arrayBuffer())
      const half = Math.floor(bytes.length / 2)
      const stream = new ReadableStream({
        start(controller) {
          for (const part of [bytes.slice(0, half), bytes.slice(half)]) {
            if (part.length > 0) controller.enqueue(part)
          }
          controller.close()
        },
      })
      return changed(response, { 'transfer-encoding': 'chunked' }, stream)
    }),
  },
  {
    id: 'bodies-need-a-length',
    description:
      'A request whose body comes without its length is refused with 411, as HTTP lets a server do.',
    apply: intercepting((request) =>
      request.headers.has('transfer-encoding') ? new Response('Length Required', { status: 411 }) : undefined,
    ),
  },
  {
    id: 'bodies-gzipped',
    description: 'Bodies are compressed by gzip for clients that take it.',
    apply: encoding('gzip', gzipSync),
  },
  {
    id: 'bodies-brotli',
    description: 'Bodies are compressed by Brotli for clients that take it.',
    apply: encoding('br', brotliCompressSync),
  },
  {
    id: 'bodies-deflated',
    description: 'Bodies are compressed by deflate for clients that take it.',
    apply: encoding('deflate', deflateSync),
  },
]
