import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { startMockService } from '../../mock/server.ts'
import { printSummary } from '../../reports/console.ts'
import { recordSchema } from '../../reports/record.ts'
import { writeReports } from '../../reports/write.ts'
import { suites } from '../../suites/index.ts'
import { attacks } from './attacks.ts'

const LONGEST_MS = 45_000
const only = [
  'AUTHZ-1',
  'TOKEN-1',
  'TOKEN-15',
  'ORG-5',
  'BEARER-1',
  'UPDATE-1',
  'UPDATE-2',
  'UPDATE-14',
] as const

/** Nothing that a terminal obeys; line feeds are the report's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e]/

/** A service that is hostile in one of its two halves, or both. */
async function attackRun(name: string, half: 'authorization' | 'API') {
  const server = createServer((request, response) => attacks[name]?.(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const mock = await startMockService()
  const directory = mkdtempSync(join(tmpdir(), 'hostile-'))
  try {
    const hostile = half === 'API' ? { SANDBOX_API_URL: url } : { SANDBOX_AUTH_URL: url }
    // What never ends is waited for as long as that, again and again.
    const patience = { SANDBOX_TIMEOUT_SECONDS: '2' }
    const target = readEnvironment({ processEnv: { ...mock.environment, ...hostile, ...patience } })
    const started = performance.now()
    // Whatever is asked, the answer is the same: a part of each table shows as much as all of it.
    const sampling = { rows: 4, runs: 1, except: [] }
    const result = await runOnThrowaway({ target, seed: 1, runs: 1, strict: true, only, sampling }, suites)
    const durationMs = performance.now() - started
    const files = await writeReports(result, directory)
    let text = ''
    printSummary(result, { stream: { write: (more: string) => (text += more) }, color: false, files })
    const [xml = '', record = ''] = ['junit.xml', 'record.json'].map((file) =>
      readFileSync(join(directory, file), 'utf8'),
    )
    return { result, durationMs, text, xml, record }
  } finally {
    rmSync(directory, { recursive: true, force: true })
    server.closeAllConnections()
    server.close()
    await mock.close()
  }
}

describe.concurrent.each(['authorization', 'API'] as const)('a hostile %s host', (half) => {
  test.each(Object.keys(attacks))(
    '%s',
    async (name) => {
      const { result, durationMs, text, xml, record } = await attackRun(name, half)
      const errors = result.requirements.filter(({ verdict }) => verdict === 'error')
      expect(errors.map(({ id, reason }) => [id, reason])).toEqual([])
      expect(result.outcome).not.toBe('conforms')
      expect(durationMs).toBeLessThan(LONGEST_MS)
      expect(text).not.toMatch(obeyed)
      expect(xml).not.toMatch(obeyed)
      expect(() => recordSchema.parse(JSON.parse(record))).not.toThrow()
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    },
    60_000,
  )
})
