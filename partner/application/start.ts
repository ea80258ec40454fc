import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Processes } from './processes.ts'
import { Starvation } from './starvation.ts'

/** How long an application may take until its port accepts connections; what a busy machine kept it waiting is not counted. */
const READY_MS = 30_000
/** Whatever the machine is busy with, nobody waits longer. */
const LONGEST_MS = 4 * READY_MS
const POLL_MS = 25
/** What is kept of what the application prints, in characters. */
const KEPT_OUTPUT = 4_000

/** The application cannot be examined; the message is one line. */
export class ApplicationError extends Error {
  /** Keys of the environment that would help. */
  readonly needs: readonly string[]

  constructor(message: string, needs: readonly string[] = []) {
    super(message)
    this.needs = needs
  }
}

/** A running application. */
export interface Application {
  /** Origin, without a trailing slash. */
  readonly url: string
  /** Why it is no longer there; undefined while it runs. */
  readonly ended: string | undefined
  /** How long a busy machine kept it from running, in milliseconds. @param since of `performance.now()` */
  keptMs(since: number): number
  /** Ends it with all that it started, where the examiner started it. */
  stop(): Promise<void>
}

/** How to start an application. */
interface StartOptions {
  /** Shell command. */
  readonly command: string
  /** Origin where it will listen. */
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * Starts an application in a process group of its own, and waits until its port accepts connections.
 * @throws ApplicationError where it ends before, or is not there in time
 */
export async function startApplication({
  command,
  url,
  environment,
  signal,
}: StartOptions): Promise<Application> {
  if (await accepts(url)) throw new ApplicationError(`something else listens at ${url} already`)
  const mark = randomUUID()
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, DONATION_CONFORMANCE_EXAMINATION: mark },
  })
  let output = ''
  let ended: string | undefined
  const read = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-KEPT_OUTPUT)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const gone = once(child, 'exit').then(
    ([status, name]) => {
      ended = name === null ? `ended with status ${status}` : `was ended by ${name}`
    },
    (error: unknown) => {
      ended = `cannot be started: ${error instanceof Error ? error.message : String(error)}`
    },
  )
  const processes = new Processes(child.pid ?? 0, `DONATION_CONFORMANCE_EXAMINATION=${mark}`)
  const starvation = new Starvation(processes)
  const endAtExit = () => processes.signal('SIGKILL')
  if (child.pid !== undefined) process.on('exit', endAtExit)
  const stop = async () => {
    starvation.stop()
    if (child.pid !== undefined) await processes.end()
    process.off('exit', endAtExit)
    child.stdout.destroy()
    child.stderr.destroy()
    await gone
  }
  const application = {
    url,
    get ended() {
      return ended !== undefined && !processes.areAlive ? ended : undefined
    },
    keptMs: (since: number) => starvation.keptMs(since),
    stop,
  }
  try {
    await ready(application, signal, () => tellingLine(output))
    return application
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready(application: Application, signal: AbortSignal, printed: () => string): Promise<void> {
  for (const start = performance.now(); !(await accepts(application.url)); ) {
    const last = () => (printed() === '' ? 'it printed nothing' : `it printed: ${printed()}`)
    if (signal.aborted) throw new ApplicationError('the application was not ready when the examination ended')
    if (application.ended !== undefined)
      throw new ApplicationError(
        `the application ${application.ended} before it listened at ${application.url}; ${last()}`,
      )
    const tookMs = performance.now() - start
    if (tookMs > LONGEST_MS || (tookMs > READY_MS && tookMs - application.keptMs(start) > READY_MS))
      throw new ApplicationError(
        `the application does not listen at ${application.url} within ${READY_MS / 1000} s; ${last()}`,
      )
    await sleep(POLL_MS)
  }
}

/** Whether anybody accepts connections there. */
export async function accepts(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    timeout: 2_000,
  })
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('timeout', () => resolve(false))
    })
  } finally {
    socket.destroy()
  }
}

/** What frames an error on the way out of Node.js and of Python: it says where, not what. */
const FRAME = /^(at |Node\.js v|File "|[\^~{}[\]\s]*$|code: |errno: |syscall: |requireStack: )/
const NAMED_ERROR = /^(Uncaught |error: )?[\w$.]*(Error|Exception)\b/i

/** The line that says most of why it ended: the last that names an error, or else the last that is no frame of one. */
function tellingLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const telling =
    lines.findLast((line) => NAMED_ERROR.test(line)) ??
    lines.findLast((line) => !FRAME.test(line)) ??
    lines.at(-1)
  return (telling ?? '').slice(0, 200)
}
