import type { TargetConfig } from '../../client/environment/config.ts'
import { isAccepted, isForm } from '../../client/http/answer.ts'
import { collectSecrets } from '../../client/http/collect-secrets.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { bearerOf } from '../../client/oauth/given-tokens.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { type Requirement, requirementById, serviceRequirements } from '../../contract/index.ts'
import { nameCauses } from '../causes/name-causes.ts'
import { outcomeOf } from '../model/outcome.ts'
import type { RunResult } from '../model/result.ts'
import { tool } from '../model/tool.ts'
import { liveRules } from '../rules/live.ts'
import { RuleObserver } from '../rules/observer.ts'
import type { RuleKnowledge } from '../rules/rule.ts'
import { shapeRules, stateRule } from '../rules/shapes.ts'
import { merge } from './merge.ts'
import { flowsThroughPages } from './recorded-flows.ts'

/** Where the service lives, whose traffic was recorded. */
export interface RecordedService {
  readonly authUrl: string
  readonly apiUrl: string
}

function targetOf(service: RecordedService): TargetConfig {
  return {
    ...service,
    kind: 'sandbox',
    client: { id: '', secret: '', redirectUri: '' },
    scope: '',
    login: 'manual',
    pledgedDonationIds: [],
    nonPledgedDonationIds: [],
    designationIds: [],
  }
}

/**
 * What was issued in a recording is known only once all of it was read; and what a request holds may have been issued
 * before it began, and was where the service took it.
 */
function learn(
  service: RecordedService,
  exchanges: readonly Exchange[],
  secrets: SecretRegistry,
): RuleKnowledge {
  const issued = new Set<string>()
  for (const exchange of exchanges) {
    const { request, response } = exchange
    collectSecrets(secrets, request, response)
    const tokens = tokensOf(exchange)
    const form = new URLSearchParams(isForm(request) ? request.body : '')
    for (const name of ['refresh_token', 'code']) {
      const value = form.get(name)
      if (!value) continue
      secrets.addSent(value, name)
      if (tokens) issued.add(value)
    }
    const bearer = bearerOf(exchange)
    if (bearer && isAccepted(exchange)) issued.add(bearer)
    if (tokens) issued.add(tokens.accessToken)
    if (tokens?.refreshToken) issued.add(tokens.refreshToken)
  }
  return { target: targetOf(service), secrets, issued }
}

function spanOf(exchanges: readonly Exchange[]) {
  const start = exchanges.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity)
  const end = exchanges.reduce((most, { startedAt, durationMs }) => Math.max(most, startedAt + durationMs), 0)
  const startedAt = Number.isFinite(start) ? start : 0
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(Math.max(0, end - startedAt)),
  }
}

/**
 * Judges recorded traffic by all that exchanges show by themselves. Sends nothing. Requirements that only a test can
 * decide are not in the result; those of which the recording holds no example are inconclusive.
 * @param secrets gets those of the recording, to be looked for in what is written of it
 */
export function judgeRecording(
  service: RecordedService,
  exchanges: readonly Exchange[],
  secrets = new SecretRegistry(),
): RunResult {
  const known = learn(service, exchanges, secrets)
  const observer = new RuleObserver(known, [...liveRules, ...shapeRules])
  for (const exchange of exchanges) observer.observe(exchange)
  const flows = new RuleObserver(known, [stateRule])
  const recorded = flowsThroughPages(service.authUrl, exchanges)
  for (const flow of recorded.flows) flows.observe(flow)
  const evidence = [...observer.drain(), ...flows.drain()]
  const judged = new Set(evidence.map(({ id }) => id))
  const ids = serviceRequirements.map(({ id }) => id).filter((id) => judged.has(id))
  const merged = ids.map((id) => {
    const requirement: Requirement = requirementById(id)
    const own = evidence.filter((one) => one.id === id)
    const result = merge(requirement, { tests: [], rules: own, requests: 0, problem: undefined })
    if (result.verdict === 'inconclusive')
      return { ...result, reason: 'the recording holds no exchange that shows it' }
    if (id !== stateRule.id || result.verdict !== 'pass' || recorded.strays.length === 0) return result
    const reason = `callbacks with a state that no recorded request had: ${recorded.strays.length}`
    return { ...result, verdict: 'inconclusive' as const, reason }
  })
  const requirements = nameCauses(merged, { tests: [], rules: evidence })
  return {
    tool,
    target: { kind: 'sandbox', ...service },
    run: { ...spanOf(exchanges), seed: 0, runs: 0, requests: exchanges.length, strict: false, only: ids },
    outcome: outcomeOf(requirements, { strict: false }),
    requirements,
    coverage: [],
    observations: [],
    exchanges: known.secrets.redactNumbered(exchanges),
  }
}
