import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Processes } from '../../partner/application/processes.ts'
import { Starvation } from '../../partner/application/starvation.ts'

/** One that this process may run on. */
const [, processor = ''] =
  /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []

/** How long the machine kept the processes of a command from running, as it is told until the test ends. */
function starvationOf(command: string, args: readonly string[]): Starvation {
  const { pid } = spawn(command, args, { detached: true })
  if (pid === undefined) throw new Error(`${command} did not start`)
  const processes = new Processes(pid, `NOBODY=${pid}`)
  const starvation = new Starvation(processes)
  onTestFinished(async () => {
    starvation.stop()
    await processes.end()
  })
  return starvation
}

test('what waits for the processor is told from what takes its time', async () => {
  execFileSync('taskset', ['-c', processor, 'true'])
  const spin = 'while :; do :; done'
  const pinned = starvationOf('taskset', ['-c', processor, '/bin/sh', '-c', `(${spin}) & (${spin})`])
  const sleeping = starvationOf('sleep', ['60'])
  const since = performance.now()
  await sleep(1_500)
  const keptMs = pinned.keptMs(since)
  // Each of the two has half of the processor at most.
  expect(keptMs).toBeGreaterThan((performance.now() - since) / 5)
  expect(sleeping.keptMs(since)).toBeLessThan(keptMs)
})
