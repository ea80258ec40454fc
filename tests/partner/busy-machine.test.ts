import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyStore } from '../../mock/store.ts'
import { Starvation } from '../../partner/application/starvation.ts'
import { openStage } from '../../partner/engine/stage.ts'
import { readPartnerEnvironment } from '../../partner/index.ts'
import { outliveToken } from '../../partner/requirements/token-deaths.ts'
import { endAccessTokens, expiredFor } from '../../partner/service/account.ts'
import { addAccount } from '../../partner/service/world.ts'
import { Scenario, SilentServiceError } from '../../partner/session/scenario.ts'
import { partnerFile } from './examining.ts'

test('the time for which a thread of the application waited for the processor counts', () => {
  const [busy, idle] = [700, 0].map((ms) => new Starvation({ waitedMs: new Map([['1/task/1', ms]]) }))
  const now = performance.now()
  // The rest is what this process waited itself.
  expect((busy?.keptMs(now) ?? 0) - (idle?.keptMs(now) ?? 0)).toBeGreaterThan(500)
  for (const one of [busy, idle]) one?.stop()
})

test('an application with many threads is not looked at all the time', () => {
  let looks = 0
  const starvation = new Starvation({
    get waitedMs() {
      looks += 1
      for (const start = performance.now(); performance.now() - start < 5; );
      return new Map()
    },
  })
  for (let asked = 0; asked < 50; asked++) starvation.keptMs(0)
  starvation.stop()
  expect(looks).toBeLessThan(10)
})

describe('a token that expired on its way', () => {
  const NOW = 1_000_000
  const account = addAccount(emptyStore('sandbox'), 'PARTNER-6')
  const [organization] = account.organizations
  const grant = {
    ...{ client: { id: 'app', secret: 'secret', name: 'App', redirectUris: [] }, user: account.user },
    ...{ scope: '', organizationIds: [organization?.id ?? ''], refreshes: 0, revoked: false },
  }
  const sent = (value: string, startedAt: number) => ({
    startedAt,
    headers: { authorization: `Bearer ${value}` },
  })
  account.accessTokens.push({ token: { value: 'brief', grant, expiresAt: NOW + 2_000 }, at: NOW })

  test('was given out for the update, and had ended when the call arrived', () => {
    expect(expiredFor(account, sent('brief', NOW + 2_500), NOW - 10)).toBe(500)
  })

  test('is not one that the application had before, one that lives, or another', () => {
    expect(expiredFor(account, sent('brief', NOW + 2_500), NOW + 10)).toBeUndefined()
    expect(expiredFor(account, sent('brief', NOW + 1_500), NOW - 10)).toBeUndefined()
    expect(expiredFor(account, sent('other', NOW + 2_500), NOW - 10)).toBeUndefined()
  })

  test('nor one that the service ended', () => {
    endAccessTokens(account)
    expect(expiredFor(account, sent('brief', NOW + 2_500), NOW - 10)).toBeUndefined()
  })
})

describe('a token that arrived late', () => {
  const waitedFor = async (usedAfterMs: number | undefined, keptMs: number) => {
    const scenario = await customerOf(200, keptMs)
    const { account } = scenario
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const startedAt = Date.now()
    const grant = {
      ...{ client: { id: 'app', secret: 'secret', name: 'App', redirectUris: [] }, user: account.user },
      ...{ scope: '', organizationIds: [], refreshes: 0, revoked: false },
    }
    account.accessTokens.push({
      token: { value: 'brief', grant, expiresAt: startedAt + 3_000 },
      at: startedAt,
    })
    if (usedAfterMs !== undefined)
      account.calls.push({
        ...{ id: 1, environment: 'sandbox', host: 'api', isByBrowser: false, account, method: 'PATCH' },
        ...{ path: '/', query: '', headers: { authorization: 'Bearer brief' }, body: '' },
        startedAt: startedAt + usedAfterMs,
      })
    const waits = vi.spyOn(scenario, 'wait').mockResolvedValue()
    await outliveToken(scenario, 300)
    return waits.mock.calls.reduce((sum, [milliseconds]) => sum + milliseconds, 0)
  }

  test.each([
    ['for as long as the machine kept the application', undefined, 700, 4_000],
    ['no longer than until it was used first', 100, 700, 3_400],
    ['no longer at all on a machine that has time', 100, 0, 3_300],
  ])('is waited for %s', async (_, usedAfterMs, keptMs, expected) => {
    expect(await waitedFor(usedAfterMs, keptMs)).toBe(expected)
  })
})

/** A customer of an application that answers every update with one status, on a machine that kept it waiting so long. */
async function customerOf(status: number, keptMs: number): Promise<Scenario> {
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const stage = await openStage(readPartnerEnvironment(await partnerFile({ PARTNER_APP_URL: url })), {
    seed: 1,
  })
  onTestFinished(async () => {
    await stage.close()
    server.close()
  })
  return new Scenario(stage.examinationOf('sandbox', { url, keptMs: () => keptMs }), 'PARTNER-8')
}

const LONG_MS = 10_000

describe('an application that waited for the processor', () => {
  const update = async (status: number, keptMs: number) => {
    const scenario = await customerOf(status, keptMs)
    const [donation = { id: '', status: '' }] = scenario.account.donations
    return scenario.update(donation, { memo: 'With thanks' })
  }

  test.each([
    [200, 'done'],
    [401, 'connect'],
    [422, 'refused'],
  ])('is judged by an update that it answers with %d', async (status, outcome) => {
    expect((await update(status, LONG_MS)).outcome).toBe(outcome)
  })

  test('is not judged by one that failed meanwhile', async () => {
    await expect(update(502, LONG_MS)).rejects.toBeInstanceOf(SilentServiceError)
  })

  test('a failure that may be does not matter', async () => {
    const scenario = await customerOf(502, LONG_MS)
    const [donation = { id: '', status: '' }] = scenario.account.donations
    const { outcome } = await scenario.update(donation, { memo: 'With thanks' }, { mayFail: true })
    expect(outcome).toBe('failed')
  })

  test('a failure counts where it did not wait long', async () => {
    expect((await update(502, 1_000)).outcome).toBe('failed')
  })

  test.each([
    ['as long as it waited', 200, 300],
    ['no longer than four times the usual time, however long it waited', LONG_MS, 400],
    ['no longer than usual where it did not wait', 0, 100],
  ])('is given more time: %s', async (_, keptMs, givenMs) => {
    const scenario = await customerOf(200, keptMs)
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    vi.spyOn(scenario, 'wait').mockImplementation(async (milliseconds) => {
      now += milliseconds
    })
    expect(await scenario.until(() => false, 100)).toBe(false)
    expect(now).toBeGreaterThan(givenMs)
    expect(now).toBeLessThanOrEqual(givenMs + 10)
  })
})
