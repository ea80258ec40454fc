import type { Context } from 'hono'
import type { Answer, HttpRequest } from './http.ts'

/** Thrown where the body of a request is larger than the service takes. */
export class BodyTooLarge extends Error {}

/**
 * Reads a request with its body.
 * @param limit in bytes.
 * @throws BodyTooLarge where the body is larger
 */
export async function readRequest(c: Context, limit: number): Promise<HttpRequest> {
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  return { ...withoutBody(c), body: hasBody ? await readBody(c.req.raw, limit) : new Uint8Array() }
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
 * @param limit in bytes.
 * @throws BodyTooLarge where it is larger
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > limit) throw new BodyTooLarge()
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length
    if (size > limit) {
      // Not waited for: of a request that was cloned, it ends only when the other is done with as well.
      reader?.cancel().catch(() => {})
      throw new BodyTooLarge()
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}
