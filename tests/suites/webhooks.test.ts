import { afterEach, expect, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { Collector } from '../../harness/engine/collector.ts'
import { runSession } from '../../harness/engine/run-session.ts'
import { Session } from '../../harness/session/session.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { startMockService } from '../../mock/server.ts'
import { freePort } from '../../partner/application/free-port.ts'
import { suites } from '../../suites/index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

interface Case {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Left out where the suite does not listen there. */
  readonly listensFor?: readonly ('SANDBOX' | 'PRODUCTION')[]
  /** Sent to the production destination beside what the service sends. */
  readonly beside?: (id: string) => string
}

/** ENV-3 against the mock as a stranger, whose webhooks go to the ports that the suite is told of. */
async function env3({ faults = [], variants = [], listensFor = ['SANDBOX', 'PRODUCTION'], beside }: Case) {
  const ports = { SANDBOX: await freePort(), PRODUCTION: await freePort() }
  const mock = await startMockService({
    policies: applyAll(contractPolicies, { faults, variants }),
    webhookDestinations: {
      sandbox: `http://127.0.0.1:${ports.SANDBOX}/hooks`,
      production: `http://127.0.0.1:${ports.PRODUCTION}/hooks`,
    },
  })
  closing.push(() => mock.close())
  const keys = Object.fromEntries(listensFor.map((name) => [`${name}_WEBHOOK_PORT`, String(ports[name])]))
  const target = readEnvironment({ processEnv: { ...mock.environment, ...keys } })
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['ENV-3'] }
  const session = new Session(settings)
  const collector = new Collector(settings)
  if (beside) {
    await session.webhookListener()
    const body = beside(target.pledgedDonationIds[0] ?? '')
    await fetch(`http://127.0.0.1:${ports.PRODUCTION}/`, { method: 'POST', body })
  }
  await runSession(session, suites, (report) => collector.take(report))
  const { requirements, observations } = collector.result()
  return { ...requirements[0], observations }
}

test('webhooks that reach the sandbox alone: kept, and their shape is recorded', async () => {
  const { verdict, observations } = await env3({})
  expect(verdict).toBe('pass')
  expect(Object.fromEntries(observations.map(({ name, value }) => [name, value]))).toMatchObject({
    'webhook content type': 'application/json',
    'webhook payload keys':
      'events, events[].donation, events[].donation.id, events[].donation.status, events[].environment, events[].type',
    'webhook signature headers': 'none',
  })
})

test.each(['env-3-wrong-destination', 'env-3-both-destinations', 'env-3-put-announced-to-both'])(
  '%s is caught',
  async (fault) => {
    expect((await env3({ faults: [fault] })).verdict).toBe('fail')
  },
)

test('a number that names a donation in both environments decides nothing', async () => {
  const found = await env3({ variants: ['ids-numeric'], faults: ['env-3-both-destinations'] })
  expect(found).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('a number') })
})

test.each<[string, Case, readonly string[]]>([
  ['no port', { listensFor: [] }, ['SANDBOX_WEBHOOK_PORT', 'PRODUCTION_WEBHOOK_PORT']],
  ['no port for production', { listensFor: ['SANDBOX'] }, ['PRODUCTION_WEBHOOK_PORT']],
])('%s: undecided, with the key', async (_, given, needs) => {
  expect(await env3(given)).toMatchObject({ verdict: 'inconclusive', needs })
})

test('what others send to production is not held against the service, nor is it too much', async () => {
  const beside = () => JSON.stringify({ donation: 'of somebody else', filler: 'x'.repeat(100_000) })
  expect((await env3({ beside })).verdict).toBe('pass')
})
