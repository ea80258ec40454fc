import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import type { MockService } from '../../mock/server.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const donorSchema = z.object({ donor_email: z.string(), donor_address_line_1: z.string() })
const FAMILIES = 'TOKEN-1,TOKEN-8,ORG-1,REFRESH-7,BEARER-2'

async function writtenIn(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => !name.endsWith('.env'))
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n')
}

/** Names and addresses of the donors whom the service knew before the run, as far as they are told apart easily. */
async function donorsOf({ environment, urls, inspectorKey }: MockService): Promise<string[]> {
  const ids = [environment.SANDBOX_PLEDGED_DONATION_IDS, environment.SANDBOX_NON_PLEDGED_DONATION_IDS]
    .join()
    .split(',')
  const donations = await Promise.all(
    ids.map(async (id) => {
      const response = await fetch(`${urls.inspector}/donations/${id}`, {
        headers: { authorization: `Bearer ${inspectorKey}` },
      })
      return donorSchema.parse(await response.json())
    }),
  )
  return donations.flatMap(({ donor_email, donor_address_line_1 }) => [donor_email, donor_address_line_1])
}

test('nothing that is written or printed holds a secret of the environment, however it is spelled', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  const { stdout, stderr } = await run(['run', '--env', env, '--only', FAMILIES, '--out', cwd], { cwd })
  const all = `${stdout}${stderr}${await writtenIn(cwd)}`
  for (const key of ['SANDBOX_CLIENT_SECRET', 'SANDBOX_PASSWORD', 'SANDBOX_OTHER_CLIENT_SECRET']) {
    const secret = mock.environment[key] ?? ''
    expect(secret).not.toBe('')
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').slice(0, -3),
    ])
      expect(all).not.toContain(spelling)
  }
})

test('a secret that is written all the same makes the run fail and is named, removed and not shown', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  // The record says where the service is: here that is a secret too.
  const place = mock.environment.SANDBOX_AUTH_URL ?? ''
  const env = await envFile(cwd, mock, { SANDBOX_EXPIRED_ACCESS_TOKEN: place })
  const summary = join(cwd, 'summary.md')
  const { status, stderr } = await run(['run', '--env', env, '--only', 'ORG-5', '--out', cwd], {
    cwd,
    env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
  })
  expect(status).toBe(3)
  expect(stderr).toContain('record.json held a secret of the run')
  expect(await readdir(cwd)).not.toContain('record.json')
  expect(await readdir(cwd)).not.toContain('summary.md')
})

test.each(['tokens-long', 'tokens-like-jwt'])(
  'of %s nothing is left where an answer was cut, and what is broken stays so',
  async (variant) => {
    const cwd = await temporaryDirectory()
    const policies = applyAll(contractPolicies, {
      faults: ['token-3-code-never-used-up'],
      variants: [variant],
    })
    const issued = new Set<string>()
    const transport = {
      ...policies.transport,
      around: async (_request: Request, next: () => Promise<Response>) => {
        const response = await next()
        const text = await response.clone().text()
        for (const [, token = ''] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) issued.add(token)
        return response
      },
    }
    const mock = await servingMock({ policies: { ...policies, transport } })
    const env = await envFile(cwd, mock)
    const only = 'TOKEN-4,REFRESH-1,BEARER-2'
    const { status, stdout, stderr } = await run(['run', '--env', env, '--only', only, '--out', cwd])
    expect(status).toBe(1)
    expect(stderr).not.toContain('held a secret')
    // Each word once: the same few tokens stand there many thousand times.
    const all = [...new Set(`${stdout}${await writtenIn(cwd)}`.match(/[\w.~+/=-]{24,}/g))].join('\n')
    expect(issued.size).toBeGreaterThan(10)
    for (const token of issued)
      for (const at of [0, 100, 200, 300]) {
        const part = token.slice(at, at + 24)
        if (part.length === 24) expect(all).not.toContain(part)
      }
  },
)

test('under --redact-personal-data no donor of the sandbox is in anything that is written', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  const args = ['run', '--env', env, '--only', 'UPDATE-16', '--runs', '5', '--out', cwd]
  const donors = await donorsOf(mock)
  expect(donors.length).toBeGreaterThan(10)
  await run(args, { cwd })
  const plain = await writtenIn(cwd)
  expect(donors.some((value) => plain.includes(value))).toBe(true)
  await run([...args, '--redact-personal-data'], { cwd })
  const redacted = await writtenIn(cwd)
  expect(donors.filter((value) => redacted.includes(value))).toEqual([])
})
