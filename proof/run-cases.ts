import { setMaxListeners } from 'node:events'
import { Worker } from 'node:worker_threads'
import { built } from '../harness/engine/built.ts'
import { type JudgedCase, judgeCase, type ProofCase, type ProofResult } from './matrix.ts'

/** Modules of the build that try cases, each in a thread: what they are tried on. */
const WORKERS = { service: 'proof/bundle.js', partner: 'proof/partner/worker.js' } as const
/** What is proved: the suite by services, or the examination by applications. */
export type Subject = keyof typeof WORKERS

/** Tells a worker that tries applications to end the one at hand, with all that it started. */
export const END = 'end'

/**
 * Runs cases, several at once, each worker with a mock of its own.
 * @param onResult told of each as it ends.
 * @param signal ends it early: what is under way is ended, and nothing more is tried.
 * @returns them in the order given, as far as it came.
 * @throws Error where a worker itself breaks.
 */
export async function runCases(
  cases: readonly ProofCase[],
  jobs: number,
  onResult: (judged: JudgedCase) => void = () => {},
  subject: Subject = 'service',
  signal?: AbortSignal,
): Promise<JudgedCase[]> {
  if (signal?.aborted) return []
  const judged = new Map<number, JudgedCase>()
  const queue = cases.entries()
  // One listener for each worker.
  if (signal) setMaxListeners(0, signal)
  const work = async () => {
    const worker = new Worker(built(WORKERS[subject]))
    // Nothing but an application outlives its thread.
    const end = () => (subject === 'partner' ? worker.postMessage(END) : void worker.terminate())
    signal?.addEventListener('abort', end, { once: true })
    try {
      for (const [index, proofCase] of queue) {
        if (signal?.aborted) return
        const result = await tryCase(worker, proofCase)
        if (signal?.aborted) return
        const one = judgeCase(result)
        judged.set(index, one)
        onResult(one)
      }
    } catch (error) {
      if (!signal?.aborted) throw error
    } finally {
      signal?.removeEventListener('abort', end)
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, work))
  return [...judged].toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

/**
 * Has a worker try one case.
 * @throws Error where the worker breaks, or ends without an answer.
 */
export function tryCase(worker: Worker, proofCase: ProofCase): Promise<ProofResult> {
  return new Promise((resolve, reject) => {
    const broken = (how: string, cause?: Error) => {
      settled()
      const name = [...proofCase.faults, ...proofCase.variants].join(' with ')
      reject(new Error(`the case of ${name} broke the worker: ${how}`, { cause }))
    }
    const onError = (error: Error) => broken(error.message, error)
    const onExit = (code: number) => broken(`it ended by itself, with ${code}`)
    const onMessage = (result: ProofResult) => {
      settled()
      resolve(result)
    }
    const settled = () => {
      worker.off('error', onError).off('exit', onExit).off('message', onMessage)
    }
    worker.on('error', onError).on('exit', onExit).on('message', onMessage)
    worker.postMessage(proofCase)
  })
}
