import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { Collector } from '../../harness/engine/collector.ts'
import { runSession } from '../../harness/engine/run-session.ts'
import { Session } from '../../harness/session/session.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { type MockService, startMockService } from '../../mock/server.ts'
import { suites } from '../../suites/index.ts'

/** A mock, and a place for what runs leave behind. */
async function place(...faults: string[]) {
  const mock = await startMockService({ policies: applyAll(contractPolicies, { faults, variants: [] }) })
  const directory = mkdtempSync(join(tmpdir(), 'later-'))
  onTestFinished(async () => {
    rmSync(directory, { recursive: true })
    await mock.close()
  })
  return { mock, laterFile: join(directory, 'later') }
}

async function run(mock: MockService, laterFile: string, leavesBehind: boolean) {
  const keys = { SANDBOX_EXPIRED_ACCESS_TOKEN: '', SANDBOX_CODE_LIFETIME_SECONDS: '600' }
  const target = {
    ...readEnvironment({ processEnv: { ...mock.environment, ...keys } }),
    laterFile,
    leavesBehind,
  }
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['TOKEN-6', 'BEARER-3'] }
  const collector = new Collector(settings)
  await runSession(new Session(settings), suites, (report) => collector.take(report))
  return collector.result().requirements
}

/** Lets the time of everything in the file be up, here and by the service's own clock. */
async function letTimePass({ urls, inspectorKey }: MockService, laterFile: string): Promise<void> {
  const entry = z.object({ value: z.string(), expiredFrom: z.number() })
  const kept = z
    .object({ target: z.string(), accessToken: entry, code: entry })
    .parse(JSON.parse(readFileSync(laterFile, 'utf8')))
  const past = { expiredFrom: Date.now() - 1 }
  const { accessToken, code } = kept
  writeFileSync(
    laterFile,
    JSON.stringify({ ...kept, accessToken: { ...accessToken, ...past }, code: { ...code, ...past } }),
  )
  await fetch(`${urls.inspector}/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${inspectorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 7200 }),
  })
}

test('the first run says from when on, the second decides, and nothing is left', async () => {
  const { mock, laterFile } = await place()
  const first = await run(mock, laterFile, true)
  for (const { verdict, reason } of first) {
    expect(verdict).toBe('inconclusive')
    expect(reason).toMatch(/decidable from \d\d:\d\d/)
  }
  const early = await run(mock, laterFile, true)
  expect(early.map(({ reason }) => reason)).toEqual(first.map(({ reason }) => reason))
  await letTimePass(mock, laterFile)
  const second = await run(mock, laterFile, false)
  expect(second.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  expect(existsSync(laterFile)).toBe(false)
})

test.each([
  ['bearer-3-never-expires', 'BEARER-3'],
  ['bearer-3-no-description', 'BEARER-3'],
  ['token-6-never-expires', 'TOKEN-6'],
])('%s is caught by what an earlier run left', async (fault, requirement) => {
  const { mock, laterFile } = await place(fault)
  await run(mock, laterFile, true)
  await letTimePass(mock, laterFile)
  const found = await run(mock, laterFile, false)
  expect(found.find(({ id }) => id === requirement)?.verdict).toBe('fail')
})

test('without leave nothing is kept, and nobody waits ten minutes for a code', async () => {
  const { mock, laterFile } = await place()
  const results = await run(mock, laterFile, false)
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive'])
  expect(results.map(({ reason }) => reason).join()).toContain('too long to wait')
  expect(existsSync(laterFile)).toBe(false)
})
