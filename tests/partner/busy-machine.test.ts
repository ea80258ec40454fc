import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { emptyStore } from '../../mock/store.ts'
import { Processes } from '../../partner/application/processes.ts'
import { Starvation } from '../../partner/application/starvation.ts'
import { diedOnItsWay, endAccessTokens } from '../../partner/service/account.ts'
import { addAccount } from '../../partner/service/world.ts'

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0

test.runIf(canPin)('what waits for the processor is told from what takes its time', async () => {
  const spin = 'while :; do :; done'
  const busy = spawn('taskset', ['-c', '0', '/bin/sh', '-c', `(${spin}) & (${spin})`], { detached: true })
  const idle = spawn('sleep', ['60'], { detached: true })
  const all = [busy, idle].map(({ pid = 0 }) => new Processes(pid, `NOBODY=${pid}`))
  const [pinned, sleeping] = all.map((processes) => new Starvation(processes))
  try {
    const since = performance.now()
    await sleep(1_500)
    expect(pinned?.keptMs(since)).toBeGreaterThan(300)
    expect(sleeping?.keptMs(since)).toBeLessThan(pinned?.keptMs(since) ?? 0)
  } finally {
    for (const starvation of [pinned, sleeping]) starvation?.stop()
    await Promise.all(all.map((processes) => processes.end()))
  }
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
    expect(diedOnItsWay(account, sent('brief', NOW + 2_500), NOW - 10)).toBe(true)
  })

  test('is not one that the application had before, one that lives, or another', () => {
    expect(diedOnItsWay(account, sent('brief', NOW + 2_500), NOW + 10)).toBe(false)
    expect(diedOnItsWay(account, sent('brief', NOW + 1_500), NOW - 10)).toBe(false)
    expect(diedOnItsWay(account, sent('other', NOW + 2_500), NOW - 10)).toBe(false)
  })

  test('nor one that the service ended', () => {
    endAccessTokens(account)
    expect(diedOnItsWay(account, sent('brief', NOW + 2_500), NOW - 10)).toBe(false)
  })
})
