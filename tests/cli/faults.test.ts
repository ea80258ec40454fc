import { expect, test } from 'vitest'
import { run } from './program.ts'

test.each([
  ['--subject partner --generated 3', 'faults of applications are not generated'],
  [
    '--subject partner --only partner-1-no-scop,PARTNER-1',
    '--only: unknown fault or variant "partner-1-no-scop": the nearest is partner-1-no-scope',
  ],
  ['--subject partner --only UPDATE-16', '--only: unknown requirement "UPDATE-16": the families are PARTNER'],
  [
    '--only UPDATE-16,update-16-postal-code-apended',
    '--only: unknown fault or variant "update-16-postal-code-apended": the nearest is update-16-postal-code-appended',
  ],
  ['--only UPDATE-91', '--only: unknown requirement "UPDATE-91": did you mean UPDATE-1?'],
  ['--only gen:no-such:a=b', '--only: unknown generated fault "gen:no-such:a=b"'],
  [
    '--generated 3 --only UPDATE,update-16-postal-code-appended',
    /^--only: unknown requirement "update-16-postal-code-appended": the families are ENV, /,
  ],
  [
    '--only update-16-postal-code-appended --shard 1/3',
    '--shard: 3 shards need as many cases, and there are 1',
  ],
  [
    '--only update-16-postal-code-appended --shard 3/3',
    '--shard: 3 shards need as many cases, and there are 1',
  ],
  ['--only TOKEN-14', 'nothing breaks TOKEN-14: no fault is known'],
])('faults %s is refused in one line', async (options, says) => {
  const { status, stdout, stderr } = await run(['faults', ...options.split(' ')])
  expect(stderr.split('\n')).toEqual([says instanceof RegExp ? expect.stringMatching(says) : says, ''])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})

test('requirements may be named in any letter case', async () => {
  const { status, stdout } = await run(['faults', '--only', 'update-16-postal-code-appended, token-14'])
  expect(stdout).toContain('1 of 1 faults caught and rightly named')
  expect(status).toBe(0)
})

test('a fault of an application is tried, and caught', async () => {
  const { status, stdout } = await run(['faults', '--subject', 'partner', '--only', 'partner-1-no-scope'])
  expect(stdout).toContain('1 of 1 faults caught and rightly named')
  expect(status).toBe(0)
})
