import { expect, onTestFinished, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { plannedTests, runAll } from '../../harness/engine/run-all.ts'
import { advise } from '../../harness/session/advise.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { Session } from '../../harness/session/session.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { toRecord } from '../../reports/record.ts'
import { suites } from '../../suites/index.ts'

/** Tests whose rules and tables look at all that the service is sent. */
const ONLY = [
  'AUTHZ-1',
  'AUTHZ-10',
  'TOKEN-1',
  'TOKEN-11',
  'TOKEN-12',
  'TOKEN-15',
  'REFRESH-1',
  'ERROR-2',
  'ERROR-3',
]

/** The mock, and how many requests it was sent. */
async function countingMock() {
  const asked: { url: string; authorization: string | null }[] = []
  const transport = {
    ...contractPolicies.transport,
    around: (request: Request, next: () => Promise<Response>) => {
      asked.push({ url: request.url, authorization: request.headers.get('authorization') })
      return next()
    },
  }
  const { target, close } = await openMock({ policies: { ...contractPolicies, transport } })
  onTestFinished(close)
  return { target, asked }
}

const sampling = { rows: 2, runs: 2, except: [] }

test('advice sends nothing by itself, and with deep what is found by then stays as it was', async () => {
  const { target, asked } = await countingMock()
  for (const deepAdvice of [false, true]) {
    const session = new Session({ target, seed: 1, runs: 2, strict: false, only: ONLY, sampling, deepAdvice })
    onTestFinished(() => session.close())
    await runAll(session, plannedTests(suites, session.settings), () => {})
    const before = asked.length
    const { results, isDeep } = await advise(session)
    expect(isDeep).toBe(deepAdvice)
    expect(asked.length > before).toBe(deepAdvice)
    const seen = results.filter((one) => one.isDeep && one.status !== 'not seen')
    expect(seen.length > 0).toBe(deepAdvice)
  }
})

test('no verdict changes by it', async () => {
  const verdicts = async (deepAdvice: boolean) => {
    const { target } = await countingMock()
    const settings = { target, seed: 1, runs: 2, strict: true, only: ONLY, sampling, deepAdvice }
    const { summary, requirements } = toRecord(await runOnThrowaway(settings, suites))
    return {
      summary,
      verdicts: requirements.map(({ id, verdict, cases, requests }) => [id, verdict, cases, requests]),
    }
  }
  expect(await verdicts(true)).toEqual(await verdicts(false))
})

test('no secret of the client goes into an address', async () => {
  const { target, asked } = await countingMock()
  const settings = { target, seed: 1, runs: 2, strict: false, only: ['TOKEN-1'], sampling, deepAdvice: true }
  const { exchanges } = await runOnThrowaway(settings, suites)
  expect(asked.filter(({ url }) => url.includes(target.client.secret))).toEqual([])
  expect(
    asked.filter(({ url }) => target.user && url.includes(encodeURIComponent(target.user.password))),
  ).toEqual([])
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length)
  expect(JSON.stringify(exchanges)).not.toContain(target.client.secret)
})
