import { createHash } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import { answering, changed, infrastructurePage, intercepting, writingJson } from './responses.ts'
import { LOOKS_LIKE_CODE } from './update-changes.ts'
import type { Variant } from './variant.ts'

/** Refuses requests by their headers or URL before the service sees them. */
function refusing(refuses: (request: Request) => boolean, status: number, title: string): PolicyChange {
  return intercepting((request) => (refuses(request) ? infrastructurePage(status, title) : undefined))
}

/** Replaces some refusals of the service by a page of the server in front of it. */
function pageFor(titles: Readonly<Record<number, string>>): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      const title = titles[answer.status]
      const isOurs = ['unknown-route', 'wrong-method', 'too-large', 'unsupported-media-type'].includes(
        rejected.kind,
      )
      if (title === undefined || !isOurs) return answer
      return {
        status: answer.status,
        headers: { 'content-type': 'text/html' },
        body: `<html><head><title>${answer.status} ${title}</title></head><body>nginx</body></html>`,
      }
    },
  }))
}

/** Does something with each response before the service writes it. */
function before(act: (response: ServerResponse) => void): PolicyChange {
  return replace('transport', ({ listener }) => ({
    listener: (inner: RequestListener, host) =>
      listener((request, response) => {
        act(response)
        inner(request, response)
      }, host),
  }))
}

/** Answers whatever is asked of an environment. */
function instead(environment: Host['environment'], answer: () => Response): PolicyChange {
  return intercepting((_request, host) => (host.environment === environment ? answer() : undefined))
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** The value with the members of every object in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]))
}

/** The members of an object and of those in it, in an order of this turn. */
function mixed(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((one) => mixed(one, turn))
  if (typeof value !== 'object' || value === null) return value
  const place = (key: string) => createHash('sha1').update(`${turn} ${key}`).digest('hex')
  const members = Object.entries(value).toSorted(([one], [other]) => (place(one) < place(other) ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, mixed(member, turn)]))
}

function inChangingOrder(): PolicyChange {
  let turn = 0
  return writingJson((value) => JSON.stringify(mixed(value, turn++)))
}

/** The variants of what stands in front of a service, and of how its answers are written. */
export const proxyVariants: readonly Variant[] = [
  {
    id: 'proxy-pages-for-no-route',
    description: 'What no route matches gets a page of the server in front, with 404 or 405 (nginx).',
    apply: pageFor({ 404: 'Not Found', 405: 'Not Allowed' }),
  },
  {
    id: 'proxy-pages-for-bodies',
    description: 'Too large bodies and other media types get a page of the server in front (nginx).',
    apply: pageFor({ 413: 'Request Entity Too Large', 415: 'Unsupported Media Type' }),
  },
  {
    id: 'proxy-refuses-malformed-urls',
    description: 'A path that cannot be decoded, or holds a null byte, gets 400 with a page (nginx, Envoy).',
    apply: refusing(({ url }) => !isDecodable(new URL(url).pathname), 400, 'Bad Request'),
  },
  {
    id: 'proxy-refuses-long-urls',
    description: 'A URL of more than eight thousand characters gets 414 with a page (nginx).',
    apply: refusing(({ url }) => url.length > 8192, 414, 'Request-URI Too Large'),
  },
  {
    id: 'proxy-refuses-long-headers',
    description: 'A header of more than eight thousand characters gets 431 with a page (Envoy).',
    apply: refusing(
      ({ headers }) => [...headers.values()].some((value) => value.length > 8192),
      431,
      'Request Header Fields Too Large',
    ),
  },
  {
    id: 'proxy-refuses-large-bodies',
    description: 'A body of more than a hundred thousand bytes gets 413 with a page (Express 100kb, nginx).',
    apply: refusing(
      ({ headers }) => Number(headers.get('content-length') ?? 0) > 102_400,
      413,
      'Request Entity Too Large',
    ),
  },
  {
    id: 'proxy-refuses-bodies-over-16-kilobytes',
    description: 'A body of more than sixteen kilobytes gets 413 with a page (gateways, by setting).',
    apply: refusing(
      ({ headers }) => Number(headers.get('content-length') ?? 0) > 16_384,
      413,
      'Request Entity Too Large',
    ),
  },
  {
    id: 'proxy-refuses-urls-over-4-kilobytes',
    description: 'A URL of more than four thousand characters gets 414 with a page (Apache, by setting).',
    apply: refusing(({ url }) => url.length > 4096, 414, 'Request-URI Too Large'),
  },
  {
    id: 'proxy-refuses-8-kilobytes-of-headers',
    description: 'Headers of more than eight kilobytes together get 431 with a page (Tomcat).',
    apply: refusing(
      ({ headers }) => [...headers].flat().join('').length > 8192,
      431,
      'Request Header Fields Too Large',
    ),
  },
  {
    id: 'proxy-turns-code-away',
    description: 'A firewall answers updates that hold markup, SQL or a template with a page and 403.',
    apply: replace('transport', ({ around }) => ({
      async around(request, next, host) {
        const isUpdate = host.role === 'api' && ['PUT', 'PATCH'].includes(request.method)
        const turnsAway = isUpdate && LOOKS_LIKE_CODE.test(await request.clone().text())
        return turnsAway ? infrastructurePage(403, 'Forbidden') : around(request, next, host)
      },
    })),
  },
  {
    id: 'proxy-headers-like-cloudflare',
    description: 'Answers carry the headers and the cookie that Cloudflare adds.',
    apply: answering((response) => {
      const sent = changed(response, {
        server: 'cloudflare',
        'cf-ray': '8c0ffee0badf00d0-FRA',
        'cf-cache-status': 'DYNAMIC',
        'alt-svc': 'h3=":443"; ma=86400',
        nel: '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}',
      })
      sent.headers.append('set-cookie', '__cf_bm=a.b-c; path=/; HttpOnly; Secure; SameSite=None')
      return sent
    }),
  },
  {
    id: 'proxy-early-hints',
    description: 'An informational answer (103 Early Hints) comes before each answer (Cloudflare).',
    apply: before((response) => response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })),
  },
  {
    id: 'proxy-processing-first',
    description: 'An informational answer (102 Processing) comes before each answer.',
    apply: before((response) => response.writeProcessing()),
  },
  {
    id: 'proxy-continue-unasked',
    description: 'An informational answer (100 Continue) that nobody asked for comes before each answer.',
    apply: before((response) => response.writeContinue()),
  },
  {
    id: 'proxy-production-behind-login',
    description: 'In front of production a proxy sends everybody to a login of its own.',
    apply: instead(
      'production',
      () => new Response(null, { status: 302, headers: { location: 'https://staff.example/login' } }),
    ),
  },
  {
    id: 'proxy-production-in-maintenance',
    description: 'Production is down for maintenance: whoever asks gets a page with 503.',
    apply: instead('production', () => infrastructurePage(503, 'Service Unavailable')),
  },
  {
    id: 'proxy-production-for-known-addresses',
    description: 'Production lets in known addresses only: whoever else asks gets a page with 403.',
    apply: instead('production', () => infrastructurePage(403, 'Forbidden')),
  },
  {
    id: 'json-keys-sorted',
    description: 'The members of every JSON object come in alphabetical order (Go, Jackson by setting).',
    apply: writingJson((value) => JSON.stringify(sorted(value))),
  },
  {
    id: 'json-keys-in-changing-order',
    description:
      'The members of every JSON object come in another order each time (hash tables of Perl, maps of Go).',
    apply: (policies) => inChangingOrder()(policies),
  },
  {
    id: 'json-html-escaped',
    description: 'JSON escapes <, >, & and apostrophes (Go, Rails, PHP with hex flags).',
    apply: writingJson((value) =>
      JSON.stringify(value).replace(/[<>&']/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
    ),
  },
  {
    id: 'json-padded',
    description: 'JSON has blanks and line breaks before and behind it and after colons (templates).',
    apply: writingJson((value) => `\n \t${JSON.stringify(value, undefined, '\t')}\n\n`),
  },
]
