/**
 * Measures what each requirement costs at a slow sandbox, and writes suites/costs.ts, by which `run --shard` divides:
 * how long all requests of its tests take together, sent to the embedded mock that answers each after a while.
 */
import { writeFileSync } from 'node:fs'
import { runSuites } from '../harness/engine/run.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import { openMock } from '../harness/session/open-target.ts'

const LATENCY_MS = 100
/** More at a time would wait for this machine, and not for the service. */
const CONCURRENCY = 16
const FILE = 'suites/costs.ts'

const opened = await openMock({ latencyMs: LATENCY_MS })
const { requirements, exchanges } = await runSuites({
  target: opened.target,
  seed: 1,
  runs: DEFAULT_RUNS.sandbox,
  strict: false,
  rateLimits: { concurrency: CONCURRENCY },
})
await opened.close()

const costs = requirements.map(({ id }) => {
  const own = exchanges.filter(({ requirement }) => requirement === id)
  return { id, ms: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)) }
})
const text = `/**
 * How many milliseconds the requests of each requirement take together, one after the other, at a service that answers
 * after ${LATENCY_MS} ms. Measured and written by \`npm run costs\`.
 */
export const costs: Readonly<Record<string, number>> = {
${costs.map(({ id, ms }) => `  '${id}': ${ms},\n`).join('')}}
`
writeFileSync(FILE, text)
const seconds = Math.round(costs.reduce((sum, { ms }) => sum + ms, 0) / 1000)
process.stdout.write(`${FILE}: ${costs.length} requirements, ${seconds} s in all\n`)
