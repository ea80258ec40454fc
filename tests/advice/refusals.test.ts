import { expect, test } from 'vitest'
import { Refusals } from '../../advice/refusals.ts'
import { target, tokenAnswer } from '../harness/samples.ts'

const refused = (requirement: string, grant: string, status: number, error: string) => ({
  ...tokenAnswer({ requestBody: `grant_type=${grant}`, status, body: JSON.stringify({ error }) }),
  requirement,
})

test('refusals are told by requirement and grant, each answer once', () => {
  const refusals = new Refusals(target)
  refusals.add(refused('TOKEN-11', 'made-up', 400, 'unsupported_grant_type'))
  refusals.add(refused('TOKEN-5', 'refresh_token', 400, 'invalid_grant'))
  refusals.add(refused('TOKEN-5', 'authorization_code', 401, 'invalid_client'))
  for (let again = 0; again < 2; again++)
    refusals.add(refused('TOKEN-5', 'authorization_code', 400, 'invalid_grant'))
  expect(refusals.all).toEqual([
    {
      requirement: 'TOKEN-5',
      grant: 'authorization_code',
      answers: ['400 invalid_grant', '401 invalid_client'],
    },
    { requirement: 'TOKEN-5', grant: 'refresh_token', answers: ['400 invalid_grant'] },
    { requirement: 'TOKEN-11', grant: 'other', answers: ['400 unsupported_grant_type'] },
  ])
})

test('what is no refusal, no call, or of nobody’s test is left out', () => {
  const refusals = new Refusals(target)
  const { requirement: _, ...own } = refused('TOKEN-5', 'refresh_token', 400, 'invalid_grant')
  refusals.add(own)
  refusals.add({ ...refused('TOKEN-14', 'refresh_token', 400, 'invalid_request'), irregular: true })
  refusals.add(refused('TOKEN-1', 'authorization_code', 200, ''))
  refusals.add(refused('ERROR-2', 'authorization_code', 500, 'server_error'))
  expect(refusals.all).toEqual([])
})
