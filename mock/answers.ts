import { setTimeout as sleep } from 'node:timers/promises'
import { type PolicyChange, replace } from './policies/replace.ts'

/** An answer in place of the service's own, such as one that a client has to wait out. */
export interface PreparedAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object or a list is sent as JSON. Default: none. */
  readonly body?: string | object
  /** Which requests it is for: those whose path, without the query, is this, or matches it. Default: any. */
  readonly path?: string | RegExp
  /** How long the answer takes, in milliseconds. Default: 0. */
  readonly afterMs?: number
}

/** Answers that are given once, each to the next request that it is for; the service does nothing with that request. */
export class PreparedAnswers {
  readonly #waiting: PreparedAnswer[] = []

  add(answer: PreparedAnswer): void {
    this.#waiting.push(answer)
  }

  /** Nobody is given those that wait. */
  forget(): void {
    this.#waiting.length = 0
  }

  /** Those that nobody was given yet, in the order in which they were prepared. */
  get waiting(): readonly PreparedAnswer[] {
    return this.#waiting
  }

  /** A service that gives them. */
  readonly change: PolicyChange = replace('transport', ({ around }) => ({
    around: async (request, next, host) => {
      const answer = this.#take(new URL(request.url).pathname)
      if (answer === undefined) return around(request, next, host)
      // A service that is closed meanwhile does not wait for it.
      await sleep(answer.afterMs, undefined, { ref: false })
      return responseOf(answer)
    },
  }))

  #take(path: string): PreparedAnswer | undefined {
    const index = this.#waiting.findIndex(({ path: wanted }) => isFor(wanted, path))
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }
}

function isFor(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted instanceof RegExp) return wanted.test(path)
  return wanted === undefined || wanted === path
}

function responseOf({ status, headers, body }: PreparedAnswer): Response {
  const isJson = typeof body === 'object'
  const given = new Headers(headers)
  if (isJson && !given.has('content-type')) given.set('content-type', 'application/json')
  return new Response(isJson ? JSON.stringify(body) : (body ?? null), { status, headers: given })
}
