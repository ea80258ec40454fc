/** A run at a service that is further away, that bears few requests at a time, or that has few donations. */
import type { TargetConfig } from '../client/environment/config.ts'
import { runSuites } from '../harness/engine/run.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'

/** How many donations there are of each kind. */
export const DONATIONS = ['many', 'one'] as const

/** One sort of network and service. */
interface Cell {
  readonly latencyMs: number
  readonly concurrency: number
  readonly donations: (typeof DONATIONS)[number]
}

/**
 * Runs the suites once in this cell.
 * @param bareMs what the bare loop takes for one request: at no latency the machine is the limit.
 * @returns a line for a person.
 */
export async function measure(cell: Cell, bareMs: number): Promise<string> {
  const { latencyMs, concurrency, donations } = cell
  const opened = await openMock({ latencyMs })
  const before = process.cpuUsage()
  try {
    const result = await runSuites({
      ...{ target: withDonations(opened.target, donations), seed: 1, strict: false },
      ...{ runs: DEFAULT_RUNS.sandbox, rateLimits: { concurrency } },
    })
    const { user, system } = process.cpuUsage(before)
    const cpu = `CPU ${seconds((user + system) / 1000)} s with the mock`
    return `${latencyMs} ms, ${concurrency} at a time, ${donations} of each donation: ${outcomeOf(result, cell, bareMs)}; ${cpu}`
  } finally {
    await opened.close()
  }
}

function withDonations(target: TargetConfig, donations: Cell['donations']): TargetConfig {
  if (donations === 'many') return target
  const [pledgedDonationIds, nonPledgedDonationIds] = [
    target.pledgedDonationIds.slice(0, 1),
    target.nonPledgedDonationIds.slice(0, 1),
  ]
  return { ...target, pledgedDonationIds, nonPledgedDonationIds }
}

function outcomeOf({ run, outcome, problem }: RunResult, cell: Cell, bareMs: number): string {
  const { requests, durationMs, limits } = run
  if (!limits) return `no limit is known: ${problem ?? outcome}`
  const { chain, waitedMs, latencyMs, donationsMs, answersMs } = limits
  // The mock's latency is known: what a busy machine adds to it is no limit of the network.
  const parts: [string, number][] = [
    ['the machine', requests * bareMs],
    ['all requests', (requests * cell.latencyMs) / cell.concurrency],
    [`a chain of ${chain.requests} (${chain.requirements.join(', ')})`, chain.requests * cell.latencyMs],
    ['donations', donationsMs * (cell.latencyMs / latencyMs)],
  ]
  const greatest = parts.reduce((most, part) => (part[1] > most[1] ? part : most))
  const waits = Object.entries(waitedMs).map(([what, ms]) => `${what} ${seconds(ms)}`)
  const waited = `waited in all, in s: ${[...waits, `answer ${seconds(answersMs)}`].join(', ')}`
  const limit = parts.map(([what, ms]) => `${what} ${seconds(ms)} s`).join(', ')
  return `${requests} requests, ${seconds(durationMs)} s, ${(durationMs / greatest[1]).toFixed(2)} of the limit; ${limit}; median answer ${latencyMs} ms; ${waited}`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
