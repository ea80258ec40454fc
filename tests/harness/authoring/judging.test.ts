import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributed } from '../../../client/http/attribution.ts'
import type { HttpClient } from '../../../client/http/client.ts'
import { Sender } from '../../../client/http/sender.ts'
import type { RequirementId } from '../../../contract/index.ts'
import {
  type Context,
  cases,
  ensure,
  expect as expectAnswer,
  property,
  type RequirementTest,
  test as tested,
} from '../../../harness/authoring/index.ts'
import { runTest } from '../../../harness/engine/run-test.ts'
import type { RequirementOptions } from '../../../harness/model/requirement-options.ts'
import { Session } from '../../../harness/session/session.ts'
import { settings, updateAnswer } from '../samples.ts'

/** What one test of a requirement comes to. */
async function comesTo(id: RequirementId, one: RequirementTest, options: RequirementOptions = {}) {
  const { evidence } = await runTest(new Session(settings()), { requirement: { id, options }, test: one })
  const [own] = evidence.tests
  return { verdict: own?.verdict, reason: own?.reason }
}

/** An answer of the target that this context asked for. */
async function answerFor({ http }: Context) {
  const answer = updateAnswer({})
  const asked = attributed({ ...http, send: async () => answer } satisfies HttpClient, senderOf(http))
  return asked.send({ method: 'PATCH', url: answer.request.url })
}

function senderOf({ sender }: HttpClient): Sender {
  return sender ?? new Sender('none')
}

const NOTHING = {
  verdict: 'inconclusive',
  reason: 'nothing was judged: the test ended before it came to that',
}

test('a test that only ends decides nothing', async () => {
  expect(
    await comesTo(
      'UPDATE-1',
      tested(async () => {}),
    ),
  ).toEqual(NOTHING)
})

test('nor does one that asks and looks at no answer', async () => {
  const asks = tested(async (context) => {
    await answerFor(context)
  })
  expect(await comesTo('UPDATE-1', asks)).toEqual(NOTHING)
})

test.each<[string, (context: Context) => Promise<void>]>([
  ['a matcher', async (context) => expectAnswer(await answerFor(context)).toBeAccepted()],
  ['ensure', async (context) => ensure(true, 'this', 'that', [await answerFor(context)])],
])('one that judged an answer by %s passes', async (_name, body) => {
  expect(await comesTo('UPDATE-1', tested(body))).toMatchObject({ verdict: 'pass' })
})

test('an answer to somebody else is no judgement of this test', async () => {
  const looks = tested(async () => expectAnswer(updateAnswer({})).toBeAccepted())
  expect(await comesTo('UPDATE-1', looks)).toEqual(NOTHING)
})

test('one case that judged nothing leaves the table undecided', async () => {
  const table = cases({ judges: true, ends: false }, async (context, judges) => {
    if (judges) expectAnswer(await answerFor(context)).toBeAccepted()
  })
  expect(await comesTo('UPDATE-1', table)).toEqual(NOTHING)
})

test('a property that judged some values passes, and one that judged none does not', async () => {
  const judging = (judges: (n: number) => boolean) =>
    property(fc.constantFrom(1, 2), async (context, value) => {
      if (judges(value)) expectAnswer(await answerFor(context)).toBeAccepted()
    })
  expect(
    await comesTo(
      'UPDATE-1',
      judging((n) => n === 1),
    ),
  ).toMatchObject({ verdict: 'pass' })
  expect(
    await comesTo(
      'UPDATE-1',
      judging(() => false),
    ),
  ).toEqual(NOTHING)
})

test('what is only recorded decides a MAY, and nothing else', async () => {
  const records = tested(async ({ observe }) => observe('what', 'that'))
  expect(await comesTo('TOKEN-14', records)).toMatchObject({ verdict: 'observed' })
  expect(await comesTo('UPDATE-1', records)).toMatchObject({ verdict: 'not-applicable' })
})

test('where a rule judges what was sent, sending is enough for the test, and decides nothing by itself', async () => {
  const sends = tested(async (context) => {
    await answerFor(context)
  })
  expect(await comesTo('ERROR-1', sends, { judgedByRule: true })).toMatchObject({ verdict: 'not-applicable' })
})
