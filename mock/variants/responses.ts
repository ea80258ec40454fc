import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'

/** Changes the responses of all hosts. */
export function answering(
  change: (response: Response, request: Request, host: Host) => Response | Promise<Response>,
): PolicyChange {
  return replace('transport', ({ around }) => ({
    around: async (request, next, host) => change(await around(request, next, host), request, host),
  }))
}

/** Answers some requests instead of the service; undefined lets the service answer. */
export function intercepting(answer: (request: Request, host: Host) => Response | undefined): PolicyChange {
  return replace('transport', ({ around }) => ({
    around: async (request, next, host) => answer(request, host) ?? around(request, next, host),
  }))
}

/** Copies a response with additional headers and, if given, another body. */
export function changed(
  response: Response,
  headers: Readonly<Record<string, string>>,
  body: ConstructorParameters<typeof Response>[0] = response.body,
): Response {
  const { status } = response
  const all = new Headers(response.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  if (body !== response.body) all.delete('content-length')
  return new Response(body, { status, headers: all })
}

/** Replaces the JSON text of bodies, except where a content encoding is already applied. */
export function writingJson(write: (value: unknown) => string): PolicyChange {
  return answering(async (response) => {
    const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
    if (!isJson || response.body === null || response.headers.has('content-encoding')) return response
    return changed(response, {}, write(JSON.parse(await response.text())))
  })
}

/** A page of the service. */
export function htmlResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

/** An HTML page as a server in front of the service sends it. */
export function infrastructurePage(
  status: number,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const html = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`
  return new Response(html, { status, headers: { 'content-type': 'text/html', ...headers } })
}
