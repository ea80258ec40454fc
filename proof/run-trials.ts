import { Worker } from 'node:worker_threads'
import { built } from '../harness/engine/built.ts'
import { type Judged, judgeTrial, type Trial, type TrialResult } from './matrix.ts'

/**
 * Runs trials, several at once, each worker with a mock of its own.
 * @param onResult told of each as it ends.
 * @returns them in the order given.
 * @throws Error where a worker itself breaks.
 */
export async function runTrials(
  trials: readonly Trial[],
  jobs: number,
  onResult: (judged: Judged) => void = () => {},
): Promise<Judged[]> {
  const judged = new Map<number, Judged>()
  const queue = trials.entries()
  const work = async () => {
    const worker = new Worker(built('proof/worker.js'))
    try {
      for (const [index, trial] of queue) {
        const one = judgeTrial(await ask(worker, trial))
        judged.set(index, one)
        onResult(one)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, trials.length) }, work))
  return [...judged].toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

function ask(worker: Worker, trial: Trial): Promise<TrialResult> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      const name = [...trial.faults, ...trial.variants].join(' with ')
      reject(new Error(`the trial of ${name} broke the worker: ${error.message}`, { cause: error }))
    }
    worker.once('error', onError)
    worker.once('message', (result: TrialResult) => {
      worker.off('error', onError)
      resolve(result)
    })
    worker.postMessage(trial)
  })
}
