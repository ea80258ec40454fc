import { test, expect as that } from 'vitest'
import { attribute } from '../../../client/http/attribution.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { Sender } from '../../../client/http/sender.ts'
import { requirementById } from '../../../contract/index.ts'
import { expect, remark } from '../../../harness/authoring/index.ts'
import { merge } from '../../../harness/engine/merge.ts'
import type { TestEvidence } from '../../../harness/model/evidence.ts'
import { tokenAnswer } from '../samples.ts'

const judge = (exchange: Exchange) => expect(exchange)
type Answer = ReturnType<typeof judge>

/** What is remarked of an answer that keeps what is expected of it. */
function remarksOn(status: number, body: string, keeps: (answer: Answer) => void): string[] {
  const sender = new Sender('TOKEN-8')
  const exchange = tokenAnswer({ status, body })
  attribute(exchange, sender)
  keeps(judge(exchange))
  return [...sender.remarks.keys()]
}

const error = '{"error":"invalid_grant","error_description":"no"}'

test.each([
  [200, ['a request that gave no token was answered with status 200']],
  [500, ['a request that gave no token was answered with status 500']],
  [400, []],
  [403, []],
])('no token, with status %i', (status, remarks) => {
  that(remarksOn(status, error, (answer) => answer.toGiveNoToken())).toEqual(remarks)
})

test.each([
  [400, []],
  [401, []],
  [403, ['the error invalid_grant came with status 403']],
])('invalid_grant, with status %i', (status, remarks) => {
  that(remarksOn(status, error, (answer) => answer.toBeOAuthError('invalid_grant'))).toEqual(remarks)
})

test.each([
  [200, []],
  [202, ['an accepted request was answered with status 202']],
])('accepted, with status %i', (status, remarks) => {
  that(remarksOn(status, '{}', (answer) => answer.toBeAccepted())).toEqual(remarks)
  that(remarksOn(status, '{}', (answer) => answer.toBeAcceptedAsJson())).toEqual(remarks)
})

test('what breaks the requirement is no remark', () => {
  const sender = new Sender('TOKEN-8')
  const exchange = tokenAnswer({ status: 200, body: '{"access_token":"x"}' })
  attribute(exchange, sender)
  that(() => judge(exchange).toGiveNoToken()).toThrow()
  that(sender.remarks.size).toBe(0)
})

test('the same remark is counted', () => {
  const sender = new Sender('TOKEN-8')
  const exchange = tokenAnswer({})
  attribute(exchange, sender)
  for (let time = 0; time < 3; time++) remark([exchange], 'it is odd')
  that([...sender.remarks]).toEqual([['it is odd', 3]])
})

test('remarks of all tests go with a pass, and with no other verdict', () => {
  const evidence = (verdict: TestEvidence['verdict']): TestEvidence => ({
    ...{ id: 'TOKEN-8', verdict, violations: [], cases: 1, durationMs: 1 },
    remarks: [{ says: 'it is odd', times: 2 }],
  })
  const merged = (...tests: TestEvidence[]) =>
    merge(requirementById('TOKEN-8'), { tests, rules: [], requests: 1, problem: undefined }).remarks
  that(merged(evidence('pass'), evidence('pass'))).toEqual([{ says: 'it is odd', times: 4 }])
  that(merged(evidence('pass'), evidence('fail'))).toBeUndefined()
})
