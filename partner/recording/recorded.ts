import { z } from 'zod'
import type { Exchange } from '../../client/http/exchange.ts'
import {
  type Call,
  isAnsweredWell,
  isCodeExchange,
  isTokenCall,
  jsonBodyOf,
  parameterOf,
} from '../service/call.ts'
import type { Registration } from '../service/service.ts'
import { codeInAnswer, isOne, isToldApart } from './secrets.ts'

/** Where the examiner played the sandbox, as the record says. */
export interface ExaminedTarget {
  readonly authUrl: string
  readonly apiUrl: string
}

/** A request to the service, with the scenario of the customer that it names. */
export interface RecordedCall extends Call {
  readonly scenario: string | undefined
  /** Whether each secret in it can be told from others of its kind. */
  readonly isTold: boolean
}

/** An update that a browser asked the application for. */
export interface RecordedUpdate {
  readonly exchange: Exchange
  readonly donation: { readonly id: string; readonly status: string }
  readonly changes: Readonly<Record<string, unknown>>
  /** What the application sent the service before it answered. */
  readonly calls: readonly RecordedCall[]
  /** The same, and what it sent until the next update was asked for. */
  readonly callsUntilNext: readonly RecordedCall[]
}

/** One customer of the application, with all that their browser and the application sent. */
export interface RecordedScenario {
  readonly name: string
  readonly calls: readonly RecordedCall[]
  readonly browsed: readonly Exchange[]
  readonly updates: readonly RecordedUpdate[]
}

/** What a token endpoint gave out. */
interface IssuedToken {
  readonly scenario: string | undefined
  /** Milliseconds since the epoch, as the application was told; undefined where it was not. */
  readonly expiresAt: number | undefined
}

/** An examination, as far as its exchanges tell of it. */
export interface Recorded {
  readonly target: ExaminedTarget
  /** What the application sent the service, in order. */
  readonly calls: readonly RecordedCall[]
  readonly scenarios: readonly RecordedScenario[]
  /** What the service knows the application by: undefined where it took no code, which it does for nothing else. */
  readonly registration: Pick<Registration, 'clientId' | 'clientSecret' | 'redirectUri'> | undefined
  /** By the placeholders of the tokens. */
  readonly accessTokens: ReadonlyMap<string, IssuedToken>
  readonly refreshTokens: ReadonlySet<string>
  /** Codes that the service sent a browser on with. */
  readonly codes: ReadonlySet<string>
}

const updateSchema = z.object({
  donation: z.object({ id: z.string(), status: z.string() }),
  changes: z.record(z.string(), z.unknown()),
})

const tokensSchema = z.object({
  access_token: z.string().optional().catch(undefined),
  refresh_token: z.string().optional().catch(undefined),
  expires_in: z.number().optional().catch(undefined),
})

/**
 * Reads an examination from its exchanges, in which placeholders tell secrets apart.
 * What names no scenario is the application's, and of nobody known.
 */
export function recordedExamination(target: ExaminedTarget, exchanges: readonly Exchange[]): Recorded {
  const calls = exchanges
    .filter(({ step }) => step?.from !== 'browser')
    .map((exchange) => callOf(exchange, target))
  const browsed = exchanges.filter(({ step }) => step?.from === 'browser')
  const inSandbox = calls.filter(({ environment }) => environment === 'sandbox')
  const names = new Set(exchanges.flatMap(({ step }) => step?.scenario ?? []))
  return {
    target,
    calls,
    scenarios: [...names].map((name) =>
      scenarioOf(
        name,
        inSandbox.filter(({ scenario }) => scenario === name),
        browsed.filter(({ step }) => step?.scenario === name),
      ),
    ),
    registration: registrationOf(inSandbox),
    ...tokensOf(inSandbox),
    codes: new Set(browsed.flatMap((exchange) => codeInAnswer(exchange) ?? [])),
  }
}

function callOf(exchange: Exchange, { authUrl, apiUrl }: ExaminedTarget): RecordedCall {
  const { id, request, response, startedAt, durationMs, step } = exchange
  const base = [authUrl, apiUrl].find((one) => request.url.startsWith(`${one}/`))
  const address = request.url.slice((base ?? originOf(request.url)).length)
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  return {
    ...{ id, path, query, startedAt },
    environment: base === undefined ? 'production' : 'sandbox',
    host: base === authUrl || (base === undefined && path.startsWith('/oauth2/')) ? 'auth' : 'api',
    isByBrowser: false,
    account: undefined,
    scenario: step?.scenario,
    isTold: isToldApart(request),
    method: request.method,
    headers: request.headers,
    body: request.body ?? '',
    ...(response ? { answer: { at: startedAt + durationMs, response } } : {}),
  }
}

function originOf(url: string): string {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? ''
}

function scenarioOf(
  name: string,
  calls: readonly RecordedCall[],
  browsed: readonly Exchange[],
): RecordedScenario {
  const asked = browsed.flatMap((exchange) => {
    const { step, request } = exchange
    const parsed = updateSchema.safeParse(jsonBodyOf({ body: request.body ?? '' }))
    return step?.to === 'application' && parsed.success ? [{ exchange, ...parsed.data }] : []
  })
  const updates = asked.map((update, index) => {
    const { id, startedAt, durationMs } = update.exchange
    const next = asked[index + 1]?.exchange.id ?? Number.POSITIVE_INFINITY
    const callsUntilNext = calls.filter((call) => call.id > id && call.id < next)
    const end = startedAt + durationMs
    return { ...update, callsUntilNext, calls: callsUntilNext.filter((call) => call.startedAt <= end) }
  })
  return { name, calls, browsed, updates }
}

/** The service takes codes from whom it knows, with the redirect URI that it knows. */
function registrationOf(calls: readonly RecordedCall[]): Recorded['registration'] {
  const taken = calls.find((call) => call.isTold && isCodeExchange(call) && isAnsweredWell(call))
  const [clientId, clientSecret, redirectUri] = ['client_id', 'client_secret', 'redirect_uri'].map(
    (name) => taken && parameterOf(taken, name),
  )
  return clientId && clientSecret && redirectUri ? { clientId, clientSecret, redirectUri } : undefined
}

function tokensOf(calls: readonly RecordedCall[]): Pick<Recorded, 'accessTokens' | 'refreshTokens'> {
  const accessTokens = new Map<string, IssuedToken>()
  const refreshTokens = new Set<string>()
  for (const call of calls) {
    if (!isTokenCall(call) || !isAnsweredWell(call) || call.answer === undefined) continue
    const { at, response } = call.answer
    const parsed = tokensSchema.safeParse(jsonBodyOf(response))
    if (!parsed.success) continue
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = parsed.data
    const expiresAt = seconds === undefined ? undefined : at + seconds * 1000
    if (access !== undefined && isOne(access))
      accessTokens.set(access, { scenario: call.scenario, expiresAt })
    if (refresh !== undefined && isOne(refresh)) refreshTokens.add(refresh)
  }
  return { accessTokens, refreshTokens }
}
