import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** The words of a printed line, as a shell takes them, without the program's own name. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', [
    '-c',
    `printf '%s\\n' ${line.replace(/^npx donation-conformance /, '')}`,
  ])
  return stdout.toString().split('\n').slice(0, -1)
}

async function brokenBy(fault: string) {
  const cwd = await temporaryDirectory()
  const policies = applyAll(contractPolicies, { faults: [fault], variants: [] })
  const env = await envFile(cwd, await servingMock({ policies }))
  return { cwd, env }
}

test.each([
  ['authz-2-plus-becomes-space', 'AUTHZ-2', '--runs', '300'],
  ['update-3-city-lost-beside-postal-code', 'UPDATE-3', '--runs', '30'],
  ['update-16-quantity-added', 'UPDATE-16', '--runs', '200'],
  ['update-4-city-lost-after-null-designation', 'UPDATE-4', '--runs', '30'],
])('each printed line shows %s again, and a right service green', async (fault, id, ...options) => {
  const { cwd, env } = await brokenBy(fault)
  const first = await run([
    'run',
    '--env',
    env,
    '--only',
    id,
    '--seed',
    '1',
    '--shrink-seconds',
    '2',
    ...options,
    '--out',
    cwd,
  ])
  const lines = [...first.stdout.matchAll(/^ +replay +(npx .*)$/gm)].map(([, line = '']) => line)
  expect(lines).not.toEqual([])
  for (const line of lines) expect(await run([...wordsOf(line), '--out', cwd])).toMatchObject({ status: 1 })
  const right = await envFile(await temporaryDirectory(), await servingMock())
  const words = wordsOf(lines[0] ?? '').map((word) => (word === env ? right : word))
  expect(await run([...words, '--out', cwd])).toMatchObject({ status: 0 })
})

test('a replay that could not be sent is not green, and says why', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), {
    SANDBOX_PLEDGED_DONATION_IDS: '',
    SANDBOX_NON_PLEDGED_DONATION_IDS: '',
  })
  const { status, stdout } = await run([
    'run',
    '--env',
    env,
    '--replay',
    'UPDATE-4/pledged:1:0',
    '--out',
    cwd,
  ])
  expect(status).toBe(3)
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'The service could not be tested: the case was not sent again: needs 1 pledged donation',
  )
})
