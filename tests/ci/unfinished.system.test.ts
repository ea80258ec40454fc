import { describe, expect, test } from 'vitest'
import { GitLabRunner, including, jobOf } from './gitlab.ts'
import { Runner } from './runner.ts'
import { buildOf, quickBuild } from './shell.ts'

/** What a kernel that runs out of memory does to a program: it ends with status 137. */
const KILLED = 'kill -9 $$'

describe.each(['violations', 'drift', 'never'])('a run that was killed, where what fails is %s', (failOn) => {
  test('fails the step of GitHub', async () => {
    const used = await new Runner().use({ version: await buildOf(KILLED), 'fail-on': failOn })
    expect(used, used.log).toMatchObject({ succeeded: false, outputs: { verdict: 'error' } })
  })

  test('fails the job of GitLab', async () => {
    const job = await jobOf(including({ 'fail-on': failOn }))
    const over = { CONFORMANCE_VERSION: await buildOf(KILLED) }
    const ended = await (await GitLabRunner.create()).run(job, { over })
    expect(ended.status, ended.log).toBe(137)
  })
})

describe.each([
  ['violations', 0],
  ['drift', 2],
])('two runs that could not be compared, where what fails is %s', (failOn, status) => {
  test(`the step of GitHub ${status === 0 ? 'succeeds' : 'fails'}`, async () => {
    const runner = new Runner()
    const inputs = { version: await quickBuild(2) }
    await runner.use(inputs)
    const used = await runner.use({ ...inputs, 'fail-on': failOn })
    expect(used, used.log).toMatchObject({ succeeded: status === 0, outputs: { verdict: 'conforms' } })
  })

  test(`the job of GitLab ends with ${status}`, async () => {
    const job = await jobOf(including({ 'fail-on': failOn }))
    const runner = await GitLabRunner.create()
    const given = { over: { CONFORMANCE_VERSION: await quickBuild(2) } }
    await runner.run(job, given)
    const ended = await runner.run(job, given)
    expect(ended.status, ended.log).toBe(status)
  })
})
