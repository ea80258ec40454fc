/** What a run sends, requirement by requirement and kind by kind: where requests can be saved shows there. */
import type { Exchange } from '../client/http/exchange.ts'
import type { RunResult } from '../harness/model/result.ts'
import { groupBy } from '../reports/summary.ts'

interface Place {
  readonly method: string
  readonly path: string
  readonly body: string
}

const isTokenPath = (path: string) => path.startsWith('/oauth2/token')
const isDonationPath = (path: string) => path.startsWith('/v1/donations/')

/** Kinds of request by name: the first that fits is what a request is. */
const KINDS: readonly (readonly [string, (place: Place) => boolean])[] = [
  ['authorizations', ({ path }) => path.startsWith('/oauth2/authorize')],
  ['exchanges', ({ path, body }) => isTokenPath(path) && body.includes('grant_type=authorization_code')],
  ['refreshes', ({ path, body }) => isTokenPath(path) && body.includes('grant_type=refresh_token')],
  ['other token requests', ({ path }) => isTokenPath(path)],
  ['readings', ({ path, body }) => isDonationPath(path) && body === '{}'],
  ['PATCH', ({ path, method }) => isDonationPath(path) && method === 'PATCH'],
  ['PUT', ({ path, method }) => isDonationPath(path) && method === 'PUT'],
]

function kindOf({ request: { method, url, body = '' } }: Exchange): string {
  const place = { method, path: new URL(url).pathname, body }
  return KINDS.find(([, fits]) => fits(place))?.[0] ?? 'others'
}

/**
 * @returns a line for each requirement, those that send most first: requests, cases judged, and the requests by kind.
 * The suite's own requests (its look at the service before the tests, its refreshes) come last.
 */
export function requestLines({ requirements, exchanges }: RunResult): readonly string[] {
  const bySender = groupBy(exchanges, ({ requirement }) => requirement ?? '')
  const judged = requirements
    .map(({ id, cases }) => ({ id, cases: `${cases} cases`, sent: bySender.get(id) ?? [] }))
    .toSorted((one, other) => other.sent.length - one.sent.length)
  const all = [...judged, { id: 'the suite', cases: '', sent: bySender.get('') ?? [] }]
  return all.map(({ id, cases, sent }) => {
    const counts = groupBy(sent, kindOf)
    const kinds = [...counts].map(([kind, ofKind]) => `${ofKind.length} ${kind}`).join(', ')
    return `${id.padEnd(14)}${String(sent.length).padStart(5)}  ${cases.padEnd(10)}  ${kinds}`
  })
}
