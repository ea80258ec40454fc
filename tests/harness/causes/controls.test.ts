import { expect, test } from 'vitest'
import { controls } from '../../../harness/causes/controls.ts'
import type { Finding } from '../../../harness/model/violation.ts'

/** A violation by an update with this body, that was refused. */
function refused(body: string): Finding {
  const request = { method: 'PATCH', url: 'https://api.example/v1/donations/a', headers: {}, body }
  const response = { status: 422, headers: {}, body: '', bytes: 0 }
  const exchange = { id: 1, startedAt: 1_000, durationMs: 5, request, response }
  return { expected: 'status 200', received: 'status 422', exchanges: [exchange] }
}

test('a request is tried once more where that can be written', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const isTried = (body: string) => controls.map(({ key }) => key(refused(body)) !== undefined)
  expect(isTried('{"memo":[1]}')).toContain(true)
  expect(isTried(`{"memo":${deep}}`)).not.toContain(true)
})
