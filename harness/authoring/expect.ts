import type { z } from 'zod'
import {
  describeAnswer,
  givesToken,
  isAccepted,
  isJsonTyped,
  isRefused,
  jsonObjectOf,
  jsonOf,
  statusOf,
  stringMember,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import { codeOf } from '../../client/oauth/oauth.ts'
import { contractIssues } from '../../contract/schemas.ts'
import { ViolationError } from '../model/violation.ts'

/** What a matcher wants, and how it words what came instead. */
interface Judgement {
  readonly holds: boolean
  readonly expected: string
  readonly received: string
}

function judge(exchanges: readonly Exchange[], { holds, expected, received }: Judgement): void {
  if (!holds) throw new ViolationError({ expected, received, exchanges })
}

/** A login is a dozen exchanges; the end of it is what shows the mistake. */
const MAX_EXCHANGES_SHOWN = 6

export function describeFlow(flow: AuthorizationFlow): string {
  if (flow.kind === 'redirected') return `a redirect to ${flow.location}`
  const page = flow.page ? `; the page says: ${flow.page}` : ''
  return `${flow.why}${page}`
}

const TOKEN_PARAMETERS = ['code', 'access_token', 'id_token']

/** Whether a redirect carries a code or token, in its query or its fragment. */
function carriesCredential(flow: AuthorizationFlow): boolean {
  if (flow.kind !== 'redirected') return false
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(flow.location) ?? []
  return [query, fragment].some((part) => {
    const parameters = new URLSearchParams(part)
    return TOKEN_PARAMETERS.some((name) => parameters.get(name))
  })
}

/** What an answer has to be. Each method throws ViolationError where it is not, which becomes the verdict. */
class ExchangeExpectation {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /** 2xx. */
  toBeAccepted(): void {
    judge([this.#exchange], {
      holds: isAccepted(this.#exchange),
      expected: 'a 2xx answer',
      received: describeAnswer(this.#exchange),
    })
  }

  /** 2xx with a JSON body. */
  toBeAcceptedAsJson(): void {
    judge([this.#exchange], {
      holds:
        isAccepted(this.#exchange) && isJsonTyped(this.#exchange) && jsonOf(this.#exchange) !== undefined,
      expected: 'a 2xx answer with a JSON body',
      received: describeAnswer(this.#exchange),
    })
  }

  /** Any 4xx. */
  toBeRefused(): void {
    judge([this.#exchange], {
      holds: isRefused(this.#exchange),
      expected: 'a refusal (any 4xx status)',
      received: describeAnswer(this.#exchange),
    })
  }

  /** Exactly this status. */
  toHaveStatus(status: number): void {
    judge([this.#exchange], {
      holds: statusOf(this.#exchange) === status,
      expected: `status ${status}`,
      received: describeAnswer(this.#exchange),
    })
  }

  /** A refusal whose JSON body has this `error`, and no token. */
  toBeOAuthError(error: string): void {
    judge([this.#exchange], {
      holds:
        isRefused(this.#exchange) &&
        stringMember(this.#exchange, 'error') === error &&
        !givesToken(this.#exchange),
      expected: `a refusal with \`error\` "${error}" and no token`,
      received: describeAnswer(this.#exchange),
    })
  }

  /** No token, whatever the status; an answer must have come, and no 2xx. */
  toGiveNoToken(): void {
    judge([this.#exchange], {
      holds: Boolean(this.#exchange.response) && !givesToken(this.#exchange),
      expected: 'an answer without a token',
      received: describeAnswer(this.#exchange),
    })
  }

  /** A refusal without a token. */
  toBeRefusedTokens(): void {
    judge([this.#exchange], {
      holds: isRefused(this.#exchange) && !givesToken(this.#exchange),
      expected: 'a refusal (any 4xx status) without a token',
      received: describeAnswer(this.#exchange),
    })
  }

  /** A JSON body of this shape. */
  toMatchContract(schema: z.ZodType): void {
    const body = jsonObjectOf(this.#exchange)
    const issues = body ? contractIssues(schema, body) : ['the body is no JSON object']
    judge([this.#exchange], {
      holds: issues.length === 0,
      expected: 'a body of the documented shape',
      received: issues.join('; '),
    })
  }
}

/** What has to become of an authorization request. */
class FlowExpectation {
  readonly #flow: AuthorizationFlow
  readonly #shown: readonly Exchange[]

  constructor(flow: AuthorizationFlow) {
    this.#flow = flow
    this.#shown = flow.exchanges.slice(-MAX_EXCHANGES_SHOWN)
  }

  /** A redirect with a code in its query. */
  toYieldCode(): void {
    judge(this.#shown, {
      holds: codeOf(this.#flow) !== undefined,
      expected: 'a redirect with `code` in its query',
      received: describeFlow(this.#flow),
    })
  }

  /** No redirect with a code or a token. An error page is as good as an error redirect. */
  toYieldNoCode(): void {
    judge(this.#shown, {
      holds: !carriesCredential(this.#flow),
      expected: 'no redirect that carries a code',
      received: describeFlow(this.#flow),
    })
  }
}

/**
 * For what no matcher words: throws ViolationError unless it holds.
 * @param exchanges what shows it, the judged one last.
 */
export function ensure(
  holds: boolean,
  expected: string,
  received: string,
  exchanges: readonly Exchange[],
): asserts holds {
  judge(exchanges, { holds, expected, received })
}

/** Says what an answer, or a flow through the authorization endpoint, has to be. */
export function expect(subject: Exchange): ExchangeExpectation
export function expect(subject: AuthorizationFlow): FlowExpectation
export function expect(subject: Exchange | AuthorizationFlow): ExchangeExpectation | FlowExpectation {
  return 'exchanges' in subject ? new FlowExpectation(subject) : new ExchangeExpectation(subject)
}
