import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequirementId } from '../contract/index.ts'
import { replace } from './policies/replace.ts'
import type { Host } from './policies/transport.ts'
import { readBody } from './request.ts'
import { type RefusalReason, requirementsTouched } from './touched.ts'

/** A request as one of the service's hosts received it, and what became of it. */
export interface SeenRequest {
  /** When it arrived, by the service's clock, in milliseconds since the epoch. */
  readonly at: number
  readonly environment: 'sandbox' | 'production'
  /** The authorization server or the API. */
  readonly host: 'auth' | 'api'
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** As it came; empty where it is larger than one mebibyte, which the service does not read. */
  readonly body: string
  readonly status: number
  /** How long the answer took. */
  readonly milliseconds: number
  /** The requirements that say how such a request has to be answered, such as `TOKEN-3` for a code that was used. */
  readonly requirements: readonly RequirementId[]
}

/** What is noted of a request while it is handled. Answers do not show it: their shape is a matter of policies. */
const underWay = new AsyncLocalStorage<{ refusal?: RefusalReason }>()

/** Notes why a request is refused. */
export const notingRefusals = replace('rejections', ({ token, api }) => ({
  token(problem, request) {
    note(problem)
    return token(problem, request)
  },
  api(rejected, request) {
    note(rejected)
    return api(rejected, request)
  },
}))

function note(refusal: RefusalReason): void {
  const noted = underWay.getStore()
  if (noted) noted.refusal = refusal
}

/** In bytes. A larger body is not shown. */
const SHOWN_BYTES = 1024 * 1024

/**
 * Answers a request, and reports both.
 * @param answer handles the request, by policies that `notingRefusals` was applied to
 */
export async function observe(
  request: Request,
  host: Host,
  answer: () => Promise<Response>,
  onRequest: (seen: SeenRequest) => void,
): Promise<Response> {
  const at = host.now()
  const began = performance.now()
  const noted: { refusal?: RefusalReason } = {}
  const bytes = await readBody(request.clone(), SHOWN_BYTES).catch(() => new Uint8Array())
  const response = await underWay.run(noted, answer)
  const { pathname, search } = new URL(request.url)
  const { method } = request
  const { status } = response
  const body = new TextDecoder().decode(bytes)
  const location = response.headers.get('location') ?? undefined
  onRequest({
    at,
    environment: host.environment,
    host: host.role,
    method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body,
    status,
    milliseconds: performance.now() - began,
    requirements: requirementsTouched({
      ...{ method, pathname, body, status, location, refusal: noted.refusal },
    }),
  })
  return response
}
