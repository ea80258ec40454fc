import {
  describeAnswer,
  givesToken,
  isAccepted,
  isJsonTyped,
  isRefused,
  jsonOf,
  statusOf,
  stringMember,
} from '../../client/http/answer.ts'
import { addRemark, countJudgement } from '../../client/http/attribution.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { type AuthorizationFlow, codeOf } from '../../client/login/authorization-flow.ts'
import type { RequirementId } from '../../contract/index.ts'
import { asReceived, type Received } from '../model/received.ts'
import { ViolationError } from '../model/violation.ts'
import type { ShapeRule } from '../rules/rule.ts'

/** What a matcher wants, and how it words what came instead. */
interface Judgement {
  readonly holds: boolean
  readonly expected: string
  readonly received: string | Received
}

/** @param evidence what is judged; whoever caused it has judged something. */
function ensureHolds(
  evidence: readonly Exchange[] | AuthorizationFlow,
  { holds, expected, received }: Judgement,
  breaks?: RequirementId,
): void {
  const isFlow = 'kind' in evidence
  const exchanges = isFlow ? shownOf(evidence) : evidence
  countJudgement(isFlow ? [evidence, ...exchanges] : exchanges)
  if (holds) return
  const byHand = isFlow ? { byHand: exchanges.slice(0, 1) } : {}
  const { words, ...data } = asReceived(received)
  throw new ViolationError({ expected, received: words, ...data, exchanges, ...byHand }, breaks)
}

/**
 * Says what is odd about answers that keep the requirement: it goes with the verdict where that is `pass`.
 * @param says what was seen, in one clause without a full stop, the same for all that are odd in the same way.
 */
export function remark(evidence: readonly Exchange[], says: string): void {
  addRemark(evidence, says)
}

/** A login is a dozen exchanges; its request, and the end of it, are what shows the mistake. */
const LAST_EXCHANGES_SHOWN = 5

function shownOf({ exchanges }: AuthorizationFlow): readonly Exchange[] {
  const last = exchanges.slice(1).slice(-LAST_EXCHANGES_SHOWN)
  return [...exchanges.slice(0, 1), ...last]
}

/** What came of an authorization request, for a report: where it redirected, or why it ended and what the page said. */
export function describeFlow(flow: AuthorizationFlow): string {
  if (flow.kind === 'redirected') return `a redirect to ${flow.location}`
  const page = flow.page ? `; the page says: ${flow.page}` : ''
  return `${flow.why}${page}`
}

const CREDENTIAL_PARAMETERS = ['code', 'access_token', 'id_token']

/** Whether a redirect carries a code or token, in its query or its fragment. */
function carriesCredential(flow: AuthorizationFlow): boolean {
  if (flow.kind !== 'redirected') return false
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(flow.location) ?? []
  return [query, fragment].some((part) => {
    const parameters = new URLSearchParams(part)
    return CREDENTIAL_PARAMETERS.some((name) => parameters.get(name))
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
    ensureHolds([this.#exchange], {
      holds: isAccepted(this.#exchange),
      expected: 'a 2xx answer',
      received: describeAnswer(this.#exchange),
    })
    this.#remarkUnless([200], 'an accepted request was answered')
  }

  /** 2xx with a JSON body. */
  toBeAcceptedAsJson(): void {
    ensureHolds([this.#exchange], {
      holds:
        isAccepted(this.#exchange) && isJsonTyped(this.#exchange) && jsonOf(this.#exchange) !== undefined,
      expected: 'a 2xx answer with a JSON body',
      received: describeAnswer(this.#exchange),
    })
    this.#remarkUnless([200], 'an accepted request was answered')
  }

  /** Any 4xx. */
  toBeRefused(): void {
    ensureHolds([this.#exchange], {
      holds: isRefused(this.#exchange),
      expected: 'a refusal (any 4xx status)',
      received: describeAnswer(this.#exchange),
    })
  }

  /** Exactly this status. */
  toHaveStatus(status: number): void {
    ensureHolds([this.#exchange], {
      holds: statusOf(this.#exchange) === status,
      expected: `status ${status}`,
      received: describeAnswer(this.#exchange),
    })
  }

  /** A refusal whose JSON body has this `error`, and no token. RFC 6749, 5.2, gives it the status 400, or 401. */
  toBeOAuthError(error: string): void {
    ensureHolds([this.#exchange], {
      holds:
        isRefused(this.#exchange) &&
        stringMember(this.#exchange, 'error') === error &&
        !givesToken(this.#exchange),
      expected: `a refusal with \`error\` "${error}" and no token`,
      received: describeAnswer(this.#exchange),
    })
    this.#remarkUnless([400, 401], `the error ${error} came`)
  }

  /** An answer, whatever its status, and no access token in it. */
  toGiveNoToken(): void {
    ensureHolds([this.#exchange], {
      holds: Boolean(this.#exchange.response) && !givesToken(this.#exchange),
      expected: 'an answer without a token',
      received: describeAnswer(this.#exchange),
    })
    if (!isRefused(this.#exchange)) this.#remarkUnless([], 'a request that gave no token was answered')
  }

  /** A refusal without a token. */
  toBeRefusedTokens(): void {
    ensureHolds([this.#exchange], {
      holds: isRefused(this.#exchange) && !givesToken(this.#exchange),
      expected: 'a refusal (any 4xx status) without a token',
      received: describeAnswer(this.#exchange),
    })
  }

  /** Where the status is none of the usual ones, that is odd, but no violation. */
  #remarkUnless(usual: readonly number[], what: string): void {
    const status = statusOf(this.#exchange)
    if (!usual.includes(status)) remark([this.#exchange], `${what} with status ${status}`)
  }

  /** What a rule on the shape of answers wants of it. */
  toKeep({ expected, check }: ShapeRule): void {
    const received = check(this.#exchange)
    ensureHolds([this.#exchange], { holds: received === undefined, expected, received: received ?? '' })
  }
}

/** What has to become of an authorization request. */
class FlowExpectation {
  readonly #flow: AuthorizationFlow

  constructor(flow: AuthorizationFlow) {
    this.#flow = flow
  }

  /** A redirect with a code in its query. */
  toYieldCode(): void {
    ensureHolds(this.#flow, {
      holds: codeOf(this.#flow) !== undefined,
      expected: 'a redirect with `code` in its query',
      received: describeFlow(this.#flow),
    })
  }

  /** No redirect with a code or a token. An error page is as good as an error redirect. */
  toYieldNoCode(): void {
    ensureHolds(this.#flow, {
      holds: !carriesCredential(this.#flow),
      expected: 'no redirect that carries a code or a token',
      received: describeFlow(this.#flow),
    })
  }
}

/**
 * For what no matcher words: throws ViolationError unless it holds.
 * @param received in words alone, or with the fields that are wrong: failures of one cause are told by them.
 * @param evidence what shows it, the judged exchange last; or the flow through the authorization endpoint.
 * @param breaks the requirement that is broken, where it is another than the one whose test noticed.
 */
export function ensure(
  holds: boolean,
  expected: string,
  received: string | Received,
  evidence: readonly Exchange[] | AuthorizationFlow,
  breaks?: RequirementId,
): asserts holds {
  ensureHolds(evidence, { holds, expected, received }, breaks)
}

/** Throws ViolationError, for what is known to be wrong; the arguments are those of {@link ensure}. */
export function violate(
  expected: string,
  received: string | Received,
  evidence: readonly Exchange[] | AuthorizationFlow,
  breaks?: RequirementId,
): never {
  ensure(false, expected, received, evidence, breaks)
}

/** Says what an answer, or a flow through the authorization endpoint, has to be. */
export function expect(subject: Exchange): ExchangeExpectation
export function expect(subject: AuthorizationFlow): FlowExpectation
export function expect(subject: Exchange | AuthorizationFlow): ExchangeExpectation | FlowExpectation {
  return 'exchanges' in subject ? new FlowExpectation(subject) : new ExchangeExpectation(subject)
}
