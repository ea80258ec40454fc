import { expect, test } from 'vitest'
import { describeToken } from '../../../advice/looks/web-token.ts'

test('an address in a token is seen, wherever it stands', () => {
  const token = `v1:${'x'.repeat(3_000)}:ada@example.com:${'x'.repeat(3_000)}`
  expect(describeToken(token, 'access token')).toMatchObject({ seen: expect.stringContaining('an address') })
})

test('a token of a megabyte takes a moment', () => {
  const started = performance.now()
  describeToken('x'.repeat(2 ** 20), 'access token')
  expect(performance.now() - started).toBeLessThan(5_000)
})
