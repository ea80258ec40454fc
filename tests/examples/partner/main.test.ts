import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSettings } from '../../../examples/partner/settings.ts'
import { built } from '../../../harness/engine/built.ts'

function run(...args: readonly string[]) {
  const program = fileURLToPath(built('examples/partner/main.js'))
  return spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
}

test('--list shows what may be wrong, and what may be otherwise', () => {
  const { status, stdout } = run('--list')
  expect(status).toBe(0)
  expect(stdout).toContain('fault    partner-3-not-checked  [PARTNER-3]')
  expect(stdout).toContain('variant  pkce  ')
})

test('an unknown fault and a missing setting end the program with one line each', () => {
  expect(run('--fault', 'partner-3-nothing')).toMatchObject({
    status: 2,
    stderr: 'unknown fault "partner-3-nothing" (--list shows them)\n',
  })
  const { status, stderr } = run()
  expect(status).toBe(2)
  expect(stderr).toContain('DONATION_CLIENT_SECRET: ')
})

test('a malformed setting is named, and its value not shown', () => {
  const read = () => readSettings({ DONATION_REDIRECT_URI: 'http://partner.example/s3cret' })
  expect(read).toThrow(/DONATION_REDIRECT_URI: /)
  expect(read).not.toThrow(/s3cret/)
})
