import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUTHORIZATIONS_OF_A_RUN, LOGINS_OF_A_RUN, REQUESTS_OF_A_RUN } from '../../cli/doctor.ts'
import { DEFAULT_RUNS } from '../../harness/model/defaults.ts'
import { exchangesOf, recordingSchema } from '../../reports/har/read.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

// A whole run, as a sandbox gets it.
test('what the doctor says a run needs is about what a run needs', async () => {
  const cwd = await temporaryDirectory()
  const runs = String(DEFAULT_RUNS.sandbox)
  expect((await run(['run', '--seed', '1', '--runs', runs, '--out', cwd], { cwd })).status).toBe(0)
  const har = await readFile(join(cwd, 'exchanges.har'), 'utf8')
  const exchanges = exchangesOf(recordingSchema.parse(JSON.parse(har)))
  const authorizations = exchanges.filter(
    ({ request }) => request.method === 'GET' && new URL(request.url).pathname === '/oauth2/authorize',
  )
  const logins = exchanges.filter(({ request }) => /(^|&)password=/.test(request.body ?? ''))
  for (const share of [
    exchanges.length / REQUESTS_OF_A_RUN,
    authorizations.length / AUTHORIZATIONS_OF_A_RUN,
    logins.length / LOGINS_OF_A_RUN,
  ]) {
    expect(share).toBeGreaterThan(0.8)
    expect(share).toBeLessThan(1.2)
  }
})
