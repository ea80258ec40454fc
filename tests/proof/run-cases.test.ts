import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { tryCase } from '../../proof/run-cases.ts'
import { oneFaultEach } from './one-fault-each.ts'

test.each([
  ['process.exit(3)', 'it ended by itself, with 3'],
  ['throw new Error("no mock")', 'no mock'],
])('a worker that does %s is told of, with the case', async (code, how) => {
  const [proofCase] = oneFaultEach({ seed: 1, runs: 1, rows: 1 })
  if (!proofCase) throw new Error('no case')
  const worker = new Worker(`require('node:worker_threads').parentPort.once('message', () => { ${code} })`, {
    eval: true,
  })
  const name = proofCase.faults.join()
  await expect(tryCase(worker, proofCase)).rejects.toThrow(`the case of ${name} broke the worker: ${how}`)
})
