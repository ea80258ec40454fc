/**
 * Measures what each requirement costs at a slow sandbox, and writes suites/costs.ts, by which `run --shard` divides:
 * how long all requests of its tests take together, sent to the embedded mock that answers each after a while.
 *
 * `--only UPDATE-16` measures that one, and leaves the others as they are.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serviceRequirements } from '../contract/catalogue/families.ts'
import { selectRequirements } from '../contract/catalogue/select.ts'
import { runSuites } from '../harness/engine/run.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import { openMock } from '../harness/session/open-target.ts'
import { costs as before } from '../suites/costs.ts'

const LATENCY_MS = 100
/** More at a time would wait for this machine, and not for the service. */
const CONCURRENCY = 16
const FILE = 'suites/costs.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const only = options.only === undefined ? undefined : selectRequirements(options.only.split(','))

const opened = await openMock({ latencyMs: LATENCY_MS })
const { requirements, exchanges } = await runSuites({
  target: opened.target,
  seed: 1,
  runs: DEFAULT_RUNS.sandbox,
  strict: false,
  rateLimits: { concurrency: CONCURRENCY },
  ...(only ? { only: only.map(({ id }) => id) } : {}),
})
await opened.close()

const measured = new Map<string, number>()
for (const { id } of requirements) {
  const own = exchanges.filter(({ requirement }) => requirement === id)
  measured.set(id, Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)))
}
const costs = serviceRequirements.map(({ id }) => ({ id, ms: measured.get(id) ?? before[id] ?? 0 }))
const text = `/**
 * How many milliseconds the requests of each requirement take together, one after the other, at a service that answers
 * after ${LATENCY_MS} ms. Measured and written by \`npm run costs\`.
 */
export const costs: Readonly<Record<string, number>> = {
${costs.map(({ id, ms }) => `  '${id}': ${ms},\n`).join('')}}
`
writeFileSync(FILE, text)
const seconds = Math.round(costs.reduce((sum, { ms }) => sum + ms, 0) / 1000)
process.stdout.write(
  `${FILE}: ${measured.size} of ${costs.length} requirements measured, ${seconds} s in all\n`,
)
