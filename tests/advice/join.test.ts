import { expect, test } from 'vitest'
import type { AdviceReport, AdviceResult, TokenRefusal } from '../../advice/advice.ts'
import { adviceCatalogue } from '../../advice/catalogue.ts'
import { joinAdvice } from '../../advice/join.ts'

const [first] = adviceCatalogue
if (!first) throw new Error('there is advice')

function report(
  part: Pick<AdviceResult, 'status' | 'seen'>,
  refusals: readonly TokenRefusal[] = [],
): AdviceReport {
  return { isDeep: false, results: adviceCatalogue.map((one) => ({ ...one, ...part })), refusals }
}

test('what is advised against in one part is advised, and shown first', () => {
  const { results } = joinAdvice([
    report({ status: 'safe', seen: ['43 characters'] }),
    report({ status: 'advised', seen: ['8 characters', '43 characters'] }),
    report({ status: 'not seen', seen: [] }),
  ])
  expect(results).toHaveLength(adviceCatalogue.length)
  expect(results[0]).toEqual({ ...first, status: 'advised', seen: ['8 characters', '43 characters'] })
})

test('refusals of one requirement are one, with the answers of all parts', () => {
  const refused = (answer: string): TokenRefusal => ({
    ...{ requirement: 'TOKEN-3', grant: 'authorization_code' },
    answers: [answer],
  })
  const other = { requirement: 'REFRESH-5', grant: 'refresh_token', answers: ['400 invalid_grant'] }
  const none = { status: 'not seen', seen: [] } as const
  const { refusals } = joinAdvice([
    report(none, [refused('400 invalid_grant')]),
    report(none, [other, refused('400 invalid_request')]),
  ])
  expect(refusals).toEqual([other, { ...refused(''), answers: ['400 invalid_grant', '400 invalid_request'] }])
})
