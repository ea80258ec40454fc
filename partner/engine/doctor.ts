import { InconclusiveError } from '../../contract/verdict.ts'
import type { Diagnosis } from '../../harness/preflight/diagnosis.ts'
import { ApplicationError } from '../application/start.ts'
import { described } from '../browser/described.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { Scenario } from '../session/scenario.ts'
import { openApplication } from './open-application.ts'
import { ordinaryChanges } from './ordinary-flow.ts'
import { openStage } from './stage.ts'

/**
 * Looks at a partner's application before any verdict: whether it starts, where connecting leads, whether the callback
 * ends connected, and whether one update arrives.
 * @param signal gives up
 */
export async function* diagnoses(config: PartnerConfig, signal: AbortSignal): AsyncGenerator<Diagnosis> {
  const stage = await openStage(config, { seed: 1, signal })
  const registration = stage.service.registrations.sandbox
  try {
    const application = await openApplication(config, registration, stage.signal)
    try {
      yield { about: 'start', says: `listens at ${application.url}` }
      const scenario = new Scenario(stage.examinationOf('sandbox', application), 'doctor')
      for await (const diagnosis of lookAt(scenario, config)) yield stage.secrets.redactDeep(diagnosis)
    } finally {
      await application.stop()
    }
  } catch (error) {
    if (!(error instanceof ApplicationError || error instanceof InconclusiveError)) throw error
    const wrong = error instanceof ApplicationError ? 'environment' : 'contract'
    yield stage.secrets.redactDeep({ about: 'application', says: error.message, wrong })
  } finally {
    await stage.close()
  }
}

async function* lookAt(scenario: Scenario, config: PartnerConfig): AsyncGenerator<Diagnosis> {
  const { registration } = scenario.examination
  const arrival = await scenario.openConnect()
  if (arrival.kind !== 'authorization') {
    yield {
      about: 'PARTNER_CONNECT',
      says: `does not lead to ${registration.authUrl}: ${described(arrival)}`,
      wrong: 'configuration',
    }
    return
  }
  const { searchParams } = arrival.sending.url
  for (const [name, wanted] of [
    ['client_id', registration.clientId],
    ['redirect_uri', registration.redirectUri],
  ] as const) {
    const given = searchParams.get(name)
    if (given === wanted) yield { about: name, says: wanted }
    else
      yield {
        about: name,
        says: `the application sends ${given ?? 'none'}, and was given ${wanted}`,
        wrong: 'configuration',
      }
  }
  await scenario.connect()
  yield { about: 'callback', says: 'the code is exchanged for tokens' }
  if (config.connection) {
    const connection = await scenario.connection()
    if (connection?.connected)
      yield {
        about: 'PARTNER_CONNECTION',
        says: `connected with ${connection.organizationId ?? 'no organization'}`,
      }
    else
      yield {
        about: 'PARTNER_CONNECTION',
        says: connection ? 'says that it is not connected' : 'is not answered as agreed',
        wrong: 'configuration',
      }
  }
  if (config.update) yield await updateArrives(scenario)
}

async function updateArrives(scenario: Scenario): Promise<Diagnosis> {
  const about = 'PARTNER_UPDATE'
  const [donation] = scenario.account.donations
  if (donation === undefined) return { about, says: 'there is no donation' }
  for (const change of ordinaryChanges) {
    const { outcome, sent, exchange } = await scenario.update(donation, change(0))
    if (outcome === 'done' && sent.length > 0)
      return { about, says: `an update of ${Object.keys(change(0)).join()} arrives` }
    if (change === ordinaryChanges.at(-1))
      return {
        about,
        says: `no update arrives at the service; the last was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
        wrong: 'configuration',
      }
  }
  return { about, says: 'no update was tried', wrong: 'suite' }
}
