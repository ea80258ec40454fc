import { lookup } from 'node:dns/promises'
import type { AdviceReport } from '../../advice/advice.ts'
import { deepProbes } from '../../advice/deep/index.ts'
import type { Probe, Prober } from '../../advice/deep/probe.ts'
import { createHttpClient, lookupOf } from '../../client/http/client.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Session } from './session.ts'

/**
 * What the standards advise of what the run saw, and, where the settings ask for it, of what is sent for that alone.
 * For the end of a run: nothing that it sends may come between tests.
 */
export async function advise(session: Session): Promise<AdviceReport> {
  const isDeep = session.settings.deepAdvice ?? false
  if (isDeep) await probe(session)
  const { given, observers, secrets } = session
  const { advice } = observers
  return secrets.redactDeep({ isDeep, results: advice.results(given.all), refusals: advice.refusals })
}

/** One after the other: each begins with what the one before has left behind. */
async function probe(session: Session): Promise<void> {
  const { target, unjudged: http, abort, observers } = session
  const prober: Prober = {
    target,
    http,
    oauth: session.oauth(undefined, undefined, { http }),
    canLogIn: session.canLogIn,
    pinned: (address) =>
      createHttpClient({
        secrets: session.secrets,
        recorder: (exchange) => session.recordAfter(exchange),
        signal: abort.signal,
        network: target.network,
        lookup: lookupOf(address),
      }),
    addressesOf: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  }
  for (const [id, { probe: look }] of Object.entries<Probe>(deepProbes)) {
    if (abort.signal.aborted) return
    try {
      observers.advice.probed(id, await look(prober))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const isKnown = error instanceof InconclusiveError
      observers.advice.unseen(id, isKnown ? error.message : `the suite itself failed: ${error.message}`)
    }
  }
}
