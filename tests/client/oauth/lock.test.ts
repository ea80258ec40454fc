import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LockedError, takeLock } from '../../../client/oauth/lock.ts'

const program = fileURLToPath(new URL('./hold-lock.mjs', import.meta.url))

function lockPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'tokens.lock')
}

interface Contender {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  /** `held`, or why it was refused. */
  readonly said: string
}

/** Another process that takes the lock and, if it gets it, keeps it. */
async function contend(file: string): Promise<Contender> {
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  return { process: child, said: String(said) }
}

async function kill({ process: child }: Contender): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Lets the lock look as if its holder had been dead for long. */
function makeStale(file: string): void {
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
}

test('a lock that a living process holds is refused in one line, and is free once it is given back', async () => {
  const file = lockPath()
  const holder = await contend(file)
  expect(holder.said).toBe('held')
  const asked = performance.now()
  expect(() => takeLock(file, 'the token')).toThrow(LockedError)
  expect(() => takeLock(file, 'the token')).toThrow(
    new LockedError(`process ${holder.process.pid} is using the token: wait for it to end`),
  )
  expect(performance.now() - asked).toBeLessThan(1_000)
  const exit = once(holder.process, 'exit')
  holder.process.stdin.end()
  await exit
  takeLock(file, 'the token')()
  expect(readdirSync(join(file, '..'))).toEqual([])
})

test('the lock of a process that was killed is free seconds later', async () => {
  const file = lockPath()
  await kill(await contend(file))
  const asked = performance.now()
  expect((await contend(file)).said).toBe('held')
  expect(performance.now() - asked).toBeLessThan(7_000)
})

/** As after a restart of a container: the new process may have the id of the one that was killed. */
test('a lock that names this process, which does not hold it, is free seconds later', () => {
  const file = lockPath()
  mkdirSync(file)
  writeFileSync(join(file, 'pid'), `${process.pid}`)
  takeLock(file, 'the token')()
  expect(readdirSync(join(file, '..'))).toEqual([])
})

test('a lock that this process holds is refused at once', () => {
  const file = lockPath()
  const release = takeLock(file, 'the token')
  expect(() => takeLock(file, 'the token')).toThrow(`process ${process.pid} is using the token`)
  release()
})

test.runIf(process.platform === 'linux')(
  'the lock of a killed process whose parent has not heard of it is free seconds later',
  async () => {
    const file = lockPath()
    // What the shell becomes does not wait for the child that it began.
    const command = `exec 3<&0; "${process.execPath}" "${program}" "${file}" <&3 & exec sleep 60`
    const parent = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    await once(parent.stdout, 'data')
    process.kill(Number(readFileSync(join(file, 'pid'), 'utf8')), 'SIGKILL')
    expect((await contend(file)).said).toBe('held')
  },
)

test('of several processes that find the lock of a dead one, exactly one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const file = lockPath()
    await kill(await contend(file))
    makeStale(file)
    const contenders = await Promise.all(Array.from({ length: 4 }, () => contend(file)))
    const [holder, ...others] = contenders.filter(({ said }) => said === 'held')
    expect(others).toEqual([])
    for (const { said } of contenders.filter((one) => one !== holder))
      expect(said).toBe(`process ${holder?.process.pid} is using the token: wait for it to end`)
    for (const one of contenders) await kill(one)
  }
})

test('a lock file of an earlier version of the suite is in nobody’s way', () => {
  const file = lockPath()
  writeFileSync(file, '999999999')
  makeStale(file)
  expect(() => takeLock(file, 'the token')()).not.toThrow()
})

test('whoever loses the lock is warned, and leaves it to its new holder', async () => {
  const file = lockPath()
  const release = takeLock(file, 'the token')
  // Two locks taken within one second bear the same time.
  await sleep(1_100)
  makeStale(file)
  const warned = once(process, 'warning')
  expect((await contend(file)).said).toBe('held')
  expect(String(await warned)).toContain('the lock on the token was lost')
  release()
  expect(() => takeLock(file, 'the token')).toThrow(LockedError)
})
