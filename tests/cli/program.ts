import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** The built program. */
export const main = resolve(import.meta.dirname, '../../dist/cli/main.js')

/** What a program that has ended left behind. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves once the program has printed this; rejects where it ends without. */
  printed(text: string): Promise<void>
}

export interface Surroundings {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built program, in an environment that knows nothing of a sandbox; it does not outlive the test. */
export function start(args: readonly string[], { cwd, env }: Surroundings = {}): Started {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SANDBOX_|PRODUCTION_|GITHUB_|VITEST|NODE_ENV$|NO_COLOR$|FORCE_COLOR$)/.test(name),
  )
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close').then((): Ended => ({ status: child.exitCode, ...output }))
  return {
    process: child,
    ended,
    async printed(text) {
      const end = ended.then(({ stdout, stderr }) => {
        throw new Error(`it ended before it printed ${JSON.stringify(text)}:\n${stdout}${stderr}`)
      })
      end.catch(() => {})
      while (!output.stdout.includes(text)) await Promise.race([once(child.stdout, 'data'), end])
    },
  }
}

/** Runs the built program to its end. */
export function run(args: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  return start(args, surroundings).ended
}
