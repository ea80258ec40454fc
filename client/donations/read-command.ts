import { spawn } from 'node:child_process'

/** What a command that shows a donation may cost. */
interface CommandLimits {
  readonly timeoutMs: number
  /** Of what it prints. */
  readonly bytes: number
}

/** What a shell command printed, or why that is of no use: one line. */
export type Printed = { readonly output: string } | { readonly problem: string }

/**
 * Runs a shell command with a donation's id as `DONATION_ID` in its environment.
 *
 * @param signal ends it early.
 * @returns what it printed; it never throws. The command, and what it started, is killed where it takes too long or
 * prints too much.
 */
export function printedBy(
  command: string,
  id: string,
  { timeoutMs, bytes }: CommandLimits,
  signal: AbortSignal,
): Promise<Printed> {
  return new Promise((resolve) => {
    // A group of its own, so that what the shell starts ends with it.
    const child = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DONATION_ID: id },
    })
    const printed: Buffer[] = []
    const complaints: Buffer[] = []
    const end = (result: Printed) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      kill(child.pid)
      resolve(result)
    }
    const onAbort = () => end({ problem: 'the run has ended' })
    const timer = setTimeout(() => end({ problem: `it took longer than ${timeoutMs / 1000} s` }), timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    collect(child.stdout, printed, bytes, () => end({ problem: `it printed more than ${bytes} bytes` }))
    collect(child.stderr, complaints, bytes, () => {})
    child.once('error', ({ message }) => end({ problem: message }))
    child.once('close', (status, killedBy) => {
      if (status === 0) return end({ output: Buffer.concat(printed).toString('utf8') })
      const [complaint = ''] = Buffer.concat(complaints).toString('utf8').trim().split('\n')
      end({ problem: `it ended with ${status ?? killedBy}${complaint && `: ${complaint}`}` })
    })
    if (signal.aborted) onAbort()
  })
}

function collect(
  stream: NodeJS.ReadableStream,
  chunks: Buffer[],
  limit: number,
  onTooMuch: () => void,
): void {
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else onTooMuch()
  })
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
