import { expect, test } from 'vitest'
import { freePort } from '../../partner/application/free-port.ts'

test('no two programs that are about to listen get the same port', async () => {
  const ports: number[] = []
  while (ports.length < 1_000) ports.push(await freePort())
  expect(new Set(ports).size).toBe(ports.length)
})
