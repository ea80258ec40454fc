import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { suites } from '../../suites/index.ts'
import { temporaryDirectory } from '../cli/places.ts'

/** What a module of hooks writes down of one test. */
const lending = z.object({
  ...{ isLent: z.boolean(), at: z.number() },
  ...{ requirement: z.string(), donations: z.array(z.string()) },
})

// What is sent to a donation that others were lent shows in what they see of it: also an update that has to be refused.
test('a test sends updates only to donations that it was lent, however it writes their ids', async () => {
  const directory = await temporaryDirectory()
  const [hooks, log] = [join(directory, 'hooks.mjs'), join(directory, 'lent.jsonl')]
  await writeFile(
    hooks,
    `import { appendFileSync } from 'node:fs'
    const write = (isLent, { requirement, donations }) => {
      const at = performance.timeOrigin + performance.now()
      appendFileSync(${JSON.stringify(log)}, JSON.stringify({ isLent, at, requirement, donations }) + '\\n')
    }
    export const beforeTest = (about) => write(true, about)
    export const afterTest = (about) => write(false, about)`,
  )
  const opened = await openMock()
  onTestFinished(opened.close)
  const { target } = opened
  const sampling = { rows: 12, runs: 1, except: ['UPDATE-14'] }
  const settings = { target, hooks, seed: 1, runs: 1, strict: false, once: true, sampling }
  const { exchanges } = await runOnThrowaway(settings, suites)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  const told = lines.map((line) => lending.parse(JSON.parse(line)))
  const holderAt = (id: string, ms: number) => {
    const last = told.findLast(({ at, donations }) => at <= ms && donations.includes(id))
    return last?.isLent ? last.requirement : undefined
  }
  const ids = [...target.pledgedDonationIds, ...target.nonPledgedDonationIds]
  const updates = exchanges.flatMap(({ requirement, startedAt, request: { method, url } }) => {
    const id = ids.find((one) => new URL(url).pathname.includes(one))
    return id !== undefined && ['PUT', 'PATCH'].includes(method)
      ? [{ isLent: holderAt(id, startedAt) === requirement, what: `${requirement}: ${method} ${url}` }]
      : []
  })
  expect(updates.length).toBeGreaterThan(500)
  expect(updates.filter(({ isLent }) => !isLent).map(({ what }) => what)).toEqual([])
})
