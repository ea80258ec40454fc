import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { contractPolicies, type Policies } from './policies/index.ts'
import { readSettings } from './settings.ts'

const options = {
  fault: { type: 'string', multiple: true },
  variant: { type: 'string', multiple: true },
  list: { type: 'boolean' },
} as const

try {
  const { fault = [], variant = [], list = false } = parseArgs({ options }).values
  if (list) console.log((await import('./apply.ts')).listDeviations())
  else start(await policiesWith(fault, variant))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

/** What a partner copies needs none of the faults: they are loaded where one is asked for. */
async function policiesWith(faults: readonly string[], variants: readonly string[]): Promise<Policies> {
  if (faults.length + variants.length === 0) return contractPolicies
  const { applyAll } = await import('./apply.ts')
  return applyAll(contractPolicies, { faults, variants })
}

function start(policies: Policies): void {
  const settings = readSettings(process.env)
  serve({ fetch: createApp(settings, policies).fetch, port: settings.port, hostname: '127.0.0.1' })
}
