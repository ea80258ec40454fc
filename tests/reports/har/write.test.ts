import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { harText } from '../../../reports/har/write.ts'
import { exchange, manyExchanges, runWith } from '../exchanges.ts'
import { hostileText } from '../hostile.ts'
import { requirement, reusedCode, run } from '../samples.ts'
import { harSchema } from './schema.ts'

const logSchema = z.object({
  comment: z.string().optional(),
  entries: z.array(
    z.looseObject({ _id: z.number(), _requirement: z.string().optional(), comment: z.string().optional() }),
  ),
})
const parse = (text: string) => {
  const json: unknown = JSON.parse(text)
  harSchema.parse(json)
  return z.object({ log: logSchema }).parse(json).log
}

test('each exchange is an entry that names the requirement that sent it', () => {
  const url = 'http://127.0.0.1:9000/oauth2/authorize?state=a%20b&state='
  const { entries } = parse(
    harText(runWith([exchange({ request: { url } }), exchange({ id: 2, requirement: 'TOKEN-3' })])),
  )
  expect(entries[0]).toMatchObject({
    _requirement: 'UPDATE-12',
    comment: 'UPDATE-12',
    time: 12.5,
    request: {
      queryString: [
        { name: 'state', value: 'a b' },
        { name: 'state', value: '' },
      ],
      postData: { mimeType: 'application/json', text: '{"donor_city":7}' },
    },
    response: { status: 422, statusText: 'Unprocessable Entity', content: { mimeType: 'application/json' } },
  })
  expect(entries[1]?._requirement).toBe('TOKEN-3')
})

test('what belongs to no requirement is said to be of whoever sent it', () => {
  const { requirement: _, ...unnamed } = exchange()
  const step = { scenario: 'an ordinary flow', from: 'browser', to: 'application' } as const
  const exchanges = [unnamed, { ...unnamed, id: 2, step }]
  const { target } = run([])
  const commentsOf = (kind: typeof target.kind) =>
    parse(harText(run([], { exchanges, target: { ...target, kind } }))).entries.map(({ comment }) => comment)
  expect(commentsOf('mock')).toEqual(['sent by the suite itself', 'sent by the suite itself'])
  expect(commentsOf('application')).toEqual(['sent by the application', 'sent by the suite itself'])
})

test('no answer is status 0, with the reason', () => {
  const { entries } = parse(
    harText(runWith([exchange({ failure: { kind: 'timeout', message: 'no answer within 10 s' } })])),
  )
  expect(entries[0]).toMatchObject({ response: { status: 0 }, _error: 'timeout: no answer within 10 s' })
})

test('over the limit, what shows a violation stays and the file says what was left out', () => {
  const exchanges = manyExchanges(100)
  const telling = exchanges.filter(({ id }) => id === 90 || id === 91)
  const broken = requirement({
    id: 'TOKEN-3',
    verdict: 'fail',
    violations: [{ ...reusedCode, exchanges: telling }],
  })
  const { comment, entries } = parse(harText(run([broken], { exchanges }), 6_000))
  expect(entries.map(({ _id }) => _id)).toEqual([1, 2, 3, 90, 91])
  expect(comment).toMatch(/^95 exchanges of 100 left out/)
})

test('a run that sent nothing is an empty archive', () => {
  expect(parse(harText(runWith([]))).entries).toEqual([])
})

test('whatever a service sends, the file is valid', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.integer({ min: 100, max: 999 }), (body, header, status) => {
      const headers = { 'x-any': [header], 'content-type': [header], location: [body] }
      parse(harText(runWith([exchange({ request: { body }, response: { body, headers, status } })])))
    }),
    { seed: 1, numRuns: 200 },
  )
})
