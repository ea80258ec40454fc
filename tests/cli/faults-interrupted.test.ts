import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { start } from './program.ts'

/** How many processes were started with this in their environment, beside one. */
async function startedWith(text: string, except: number | undefined): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== except)
  const environments = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')),
  )
  return environments.filter((environment) => environment.includes(text)).length
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a matrix of applications, and those with it',
  async (signal) => {
    const directory = await mkdtemp(join(tmpdir(), 'interrupted-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const options = ['--subject', 'partner', '--only', 'PARTNER-1', '--jobs', '2']
    const matrix = start(['faults', ...options], { env: { TMPDIR: directory } })
    const running = () => startedWith(`TMPDIR=${directory}`, matrix.process.pid)
    await vi.waitUntil(async () => (await running()) > 0, { timeout: 20_000 })
    matrix.process.kill(signal)
    const { status, stdout, stderr } = await matrix.ended
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toMatch(/interrupted after \d+ of \d+ cases: nothing is proved\n$/)
    expect(await running()).toBe(0)
    expect(await readdir(directory)).toEqual([])
  },
)
