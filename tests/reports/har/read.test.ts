import { expect, test } from 'vitest'
import { allExchangesOf, exchangesOf, recordingSchema } from '../../../reports/har/read.ts'
import { harText } from '../../../reports/har/write.ts'
import { exchange, runWith } from '../exchanges.ts'

const read = (text: string) => exchangesOf(recordingSchema.parse(JSON.parse(text)))

test('our own archive is read back as it was recorded', () => {
  const all = [
    exchange({ response: { headers: { 'content-type': ['application/json'], 'set-cookie': ['a', 'b'] } } }),
    exchange({ id: 2, request: { body: 'AP8=', bodyEncoding: 'base64' } }),
    exchange({ id: 3, request: { body: '' } }),
    exchange({ id: 4, irregular: true }),
    exchange({ id: 5, response: { body: '{"data":', isCut: true } }),
  ]
  expect(read(harText(runWith(all)))).toEqual(all)
})

const big = 'a'.repeat(600_000)

test('what has no answer or only a part of the request is left out', () => {
  const all = [
    exchange({ failure: { kind: 'timeout', message: 'no answer' } }),
    exchange({ id: 2, request: { body: big } }),
  ]
  expect(read(harText(runWith(all)))).toEqual([])
})

test('of a run that is judged already, all is read, with its numbers', () => {
  const all = [
    exchange({ id: 3, failure: { kind: 'timeout', message: 'no answer: in 5 s' } }),
    exchange({ id: 7, requirement: 'TOKEN-3' }),
    exchange({ id: 8, step: { scenario: 'PARTNER-5', from: 'browser', to: 'application' } }),
  ]
  const recording = recordingSchema.parse(JSON.parse(harText(runWith(all))))
  expect(allExchangesOf(recording)).toEqual(all)
})

test('an answer that the archive cuts is marked as such', () => {
  const long = exchange({ response: { body: big, bytes: big.length } })
  expect(read(harText(runWith([long])))).toMatchObject([{ response: { isCut: true } }])
})

test.each([
  ['the beginning of a JSON body', '{"data":{"id"', 774, true],
  ['a whole one, whatever size was noted', '{"data":{}}', 774, false],
  ['a page of the size that was noted', '<h1>No</h1>', 11, false],
])('an answer that another tool has cut: %s', (_, text, size, isCut) => {
  const har = JSON.parse(harText(runWith([exchange({})])))
  har.log.entries[0].response.content = { size, mimeType: 'application/json', text }
  expect(read(JSON.stringify(har))[0]?.response?.isCut ?? false).toBe(isCut)
})

test("a browser's archive: HTTP/2 pseudo headers, parameters of a form, a body in base64", () => {
  const entry = {
    startedDateTime: '2026-01-02T03:04:05.678+01:00',
    time: 3.2,
    request: {
      method: 'post',
      url: 'https://auth.example/oauth2/token',
      headers: [
        { name: ':authority', value: 'auth.example' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
      postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'code', value: 'a b' }] },
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: {
        size: 2,
        mimeType: 'application/json',
        text: Buffer.from('{}').toString('base64'),
        encoding: 'base64',
      },
    },
  }
  expect(read(JSON.stringify({ log: { entries: [entry] } }))).toMatchObject([
    {
      request: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'code=a+b',
      },
      response: { status: 200, body: '{}', bytes: 2 },
    },
  ])
})
