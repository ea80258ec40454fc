import { parameterProblems } from '../requirements/authorization-parameters.ts'
import { missing, redirectedFlows, repeated, strayFlows } from '../requirements/flow-states.ts'
import { supersededUse } from '../requirements/newest-refresh-token.ts'
import { tokenRequestProblems } from '../requirements/token-requests.ts'
import { codeSentAgain } from '../requirements/used-codes.ts'
import { bearerOf, errorOf, isRefresh, isTokenCall, parameterOf } from '../service/call.ts'
import { type Check, inSandbox, scenariosOf } from './check.ts'
import type { Recorded, RecordedCall } from './recorded.ts'
import { codeInAnswer, codeInRequest } from './secrets.ts'

/** The client that the service has registered; where nothing shows that, the one that the request names. */
function registrationFor(sent: URLSearchParams, { registration }: Recorded) {
  const [clientId = '', clientSecret = '', redirectUri = ''] = [
    'client_id',
    'client_secret',
    'redirect_uri',
  ].map((name) => sent.get(name) ?? undefined)
  return registration ?? { clientId, clientSecret, redirectUri }
}

/** PARTNER-1: redirects to the authorization endpoint, and to another path that was taken for it. */
export const authorizationRequests: Check = (recorded) => {
  const [stray] = scenariosOf(recorded, 'PARTNER-1').flatMap(({ browsed }) =>
    strayFlows(browsed, recorded.target.authUrl),
  )
  if (stray) return [stray.exchange]
  const flows = scenariosOf(recorded, 'PARTNER-1').flatMap(({ browsed }) =>
    redirectedFlows(browsed, recorded.target.authUrl),
  )
  // The registered scope is not recorded, so any scope will do.
  const wrong = flows.find(({ parameters }) => {
    const registration = registrationFor(parameters, recorded)
    return parameterProblems({ ...registration, scope: '' }, parameters).length > 0
  })
  return wrong && [wrong.exchange]
}

/** PARTNER-2: states that are missing or used twice. Whether one can be guessed a recording does not show. */
export const states: Check = (recorded) => {
  const flows = scenariosOf(recorded, 'PARTNER-2')
    .filter(({ name }) => !name.endsWith('connected already'))
    .flatMap(({ browsed }) => redirectedFlows(browsed, recorded.target.authUrl))
    .filter(({ parameters }) => !/<[a-z_]+>|…/.test(parameters.get('state') ?? ''))
  return (missing(flows) ?? repeated(flows))?.flows.slice(0, 2).map(({ exchange }) => exchange)
}

/** PARTNER-3: codes that no service gave the browser, as the examiner puts them into callbacks with a wrong state. */
export const injectedCodes: Check = (recorded) => {
  for (const { browsed } of scenariosOf(recorded, 'PARTNER-3'))
    for (const exchange of browsed) {
      const code = codeInRequest(exchange)
      if (code === undefined || recorded.codes.has(code)) continue
      const call = recorded.calls.find(
        (one) => isTokenCall(one) && (one.body.includes(code) || one.query.includes(code)),
      )
      if (call) return [exchange, call]
    }
  return undefined
}

/** PARTNER-4: the first token request of whoever was given one code. */
export const codeExchanges: Check = (recorded) => {
  for (const { calls, browsed } of scenariosOf(recorded, 'PARTNER-4')) {
    const [code, ...others] = new Set(browsed.flatMap((exchange) => codeInAnswer(exchange) ?? []))
    const first = calls.find(isTokenCall)
    if (code === undefined || others.length > 0 || !first?.isTold) continue
    const registration = registrationFor(new URLSearchParams(first.body), recorded)
    const wanted = { grant_type: 'authorization_code', code, redirect_uri: registration.redirectUri }
    if (tokenRequestProblems(first, registration, wanted).length > 0) return [first]
  }
  return undefined
}

/** PARTNER-5: codes that are sent again. */
export const usedCodes: Check = (recorded) =>
  codeSentAgain(inSandbox(recorded).filter(({ isTold }) => isTold))

/** PARTNER-6: refreshes in their form, with a token that was given out and is the newest; and whose tokens calls carry. */
export const refreshes: Check = (recorded) => {
  const calls = inSandbox(recorded)
  const wrong = calls.find((call) => call.isTold && isRefresh(call) && isWrongRefresh(call, recorded))
  const foreign = calls.find((call) => isForeign(call, recorded))
  const superseded = scenariosOf(recorded, 'PARTNER-6')
    .filter(({ name }) => !name.endsWith('a second connection'))
    .map(({ calls }) => supersededUse({ calls: calls.filter(({ isTold }) => isTold) }))
    .find(Boolean)
  return wrong ? [wrong] : foreign ? [foreign] : superseded?.calls
}

function isWrongRefresh(call: RecordedCall, recorded: Recorded): boolean {
  const given = parameterOf(call, 'refresh_token')
  const wanted = { grant_type: 'refresh_token', refresh_token: given ?? '' }
  const isMadeUp = given !== undefined && !recorded.refreshTokens.has(given)
  const registration = registrationFor(new URLSearchParams(call.body), recorded)
  return isMadeUp || tokenRequestProblems(call, registration, wanted).length > 0
}

function isForeign(call: RecordedCall, { accessTokens }: Recorded): boolean {
  if (isTokenCall(call) || call.scenario === undefined) return false
  const owner = accessTokens.get(bearerOf(call) ?? '')?.scenario
  return owner !== undefined && owner !== call.scenario
}

/** Updates of PARTNER-7 after the service revoked everything, until the user connects again. */
const WITHOUT_CONNECTION = [1, 4] as const

/** PARTNER-7: a refresh token that was refused and is sent again, or whose refusal the user is not told. */
export const refusedTokens: Check = (recorded) => {
  for (const { calls, updates } of scenariosOf(recorded, 'PARTNER-7')) {
    const refused = calls.filter(
      (call) => call.isTold && isRefresh(call) && errorOf(call) === 'invalid_grant',
    )
    const again = refused.find((call, index) =>
      refused
        .slice(0, index)
        .some((one) => parameterOf(one, 'refresh_token') === parameterOf(call, 'refresh_token')),
    )
    if (again) return [again]
    const silent = updates.slice(...WITHOUT_CONNECTION).find(({ exchange, ...update }) => {
      const { status = 0 } = exchange.response ?? {}
      const isOther = status >= 200 && (status < 300 || status >= 400) && ![401, 403, 409].includes(status)
      return isOther && update.calls.some((call) => refused.includes(call))
    })
    if (silent) return [silent.exchange, ...silent.calls]
  }
  return undefined
}
