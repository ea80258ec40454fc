import { expect, test } from 'vitest'
import { freePort } from '../../partner/application/free-port.ts'

test('no two programs that are about to listen get the same port', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort))
  expect(new Set(ports).size).toBe(500)
})
