import { expect, test } from 'vitest'
import { run } from './program.ts'

test.each([
  ['--subject partner --generated 3', 'faults of applications are not generated\n'],
  [
    '--subject partner --only update-16-memo-appended',
    'no fault or variant is named update-16-memo-appended\n',
  ],
  ['--only partner-3-not-checked', 'no fault or variant is named partner-3-not-checked\n'],
])('faults %s is refused in one line', async (options, stderr) => {
  expect(await run(['faults', ...options.split(' ')])).toEqual({ status: 2, stdout: '', stderr })
})

test('a fault of an application is tried, and caught', async () => {
  const { status, stdout } = await run(['faults', '--subject', 'partner', '--only', 'partner-1-no-scope'])
  expect(stdout).toContain('1 of 1 faults caught and rightly named')
  expect(status).toBe(0)
})
