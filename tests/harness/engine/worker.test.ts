import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { family, requirement, test as tested } from '../../../harness/authoring/index.ts'
import { type Order, serve } from '../../../harness/engine/worker.ts'
import type { Report } from '../../../harness/model/evidence.ts'
import { settings } from '../samples.ts'

const suites = [
  family('ORG', [
    requirement(
      'ORG-6',
      tested(async ({ observe }) => observe('shape', 'an array')),
    ),
    requirement(
      'ORG-2',
      tested(async ({ signal }) => {
        await once(signal, 'abort')
      }),
    ),
  ]),
]

/** The worker's end of a channel serves; what it reports comes out of the other. */
function served(order: Order): { port: MessagePort; reports: Promise<readonly Report[]> } {
  const { port1: port, port2 } = new MessageChannel()
  onTestFinished(() => port.close())
  serve(port2, suites)
  const reports: Report[] = []
  const done = new Promise<readonly Report[]>((resolve) => {
    port.on('message', (report: Report) => {
      reports.push(report)
      if ('closing' in report) resolve(reports)
    })
  })
  port.postMessage(order)
  return { port, reports: done }
}

test('a run is told which tests there are, what each found, and that it is over', async () => {
  const { reports } = served({ settings: settings({ only: ['ORG-6'] }) })
  expect(await reports).toMatchObject([
    { planned: ['ORG-6'] },
    { evidence: { tests: [{ id: 'ORG-6', verdict: 'observed' }] } },
    { closing: { notes: [], exchanges: [] } },
  ])
})

test('what goes wrong after the run is for the worker itself to end by', async () => {
  const before = process.listenerCount('uncaughtException')
  await served({ settings: settings({ only: ['ORG-6'] }) }).reports
  expect(process.listenerCount('uncaughtException')).toBe(before)
})

test('an order to end decides nothing more, and says why', async () => {
  const { port, reports } = served({ settings: settings({ only: ['ORG-2'] }) })
  port.postMessage({ end: 'the time is up' } satisfies Order)
  const tests = [{ id: 'ORG-2', verdict: 'inconclusive', reason: 'the time is up' }]
  expect((await reports)[1]).toMatchObject({ evidence: { tests } })
})
