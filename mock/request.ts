import type { Context } from 'hono'
import type { Answer, HttpRequest } from './http.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/** Thrown where the body of a request is larger than one mebibyte. */
export class BodyTooLarge extends Error {}

/**
 * Reads a request with its body.
 * @throws BodyTooLarge where the body is larger than one mebibyte
 */
export async function readRequest(c: Context): Promise<HttpRequest> {
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  return { ...withoutBody(c), body: hasBody ? await readBody(c.req.raw) : new Uint8Array() }
}

/** Returns a request with an empty body, for responses that do not depend on the body. */
export function withoutBody(c: Context): HttpRequest {
  const { url } = c.req
  const question = url.indexOf('?')
  return {
    method: c.req.method,
    path: c.req.path,
    query: question < 0 ? '' : url.slice(question + 1),
    header: (name) => c.req.header(name),
    body: new Uint8Array(),
  }
}

/** Converts an answer to a Fetch API response. An empty body becomes no body. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === '' ? null : body, { status, headers })
}

/**
 * Reads the body of a request.
 * @throws BodyTooLarge where it is larger than one mebibyte
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > BODY_LIMIT_BYTES) throw new BodyTooLarge()
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length
    if (size > BODY_LIMIT_BYTES) {
      // Not waited for: of a request that was cloned, it ends only when the other is done with as well.
      reader?.cancel().catch(() => {})
      throw new BodyTooLarge()
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}
