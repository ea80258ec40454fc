import { expect, test } from 'vitest'
import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import { SentStates } from '../../../client/oauth/sent-states.ts'

const FLOW: AuthorizationFlow = {
  kind: 'redirected',
  location: 'https://partner.example/callback?code=c&state=0',
  url: new URL('https://partner.example/callback?code=c&state=0'),
  exchanges: [],
  sawApproval: true,
  after: 'decision',
}

test('each state is carried once, and then none', () => {
  const states = new SentStates(['0', 'null'])
  expect([states.next(), states.next(), states.next()]).toEqual(['0', 'null', undefined])
})

test('what became of a state is known once it was carried', () => {
  const states = new SentStates(['0'])
  expect(states.flowOf('0')).toBeUndefined()
  states.note('0', FLOW)
  expect(states.flowOf('0')).toBe(FLOW)
})
