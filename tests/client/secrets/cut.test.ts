import { expect, test } from 'vitest'
import { cut } from '../../../client/secrets/cut.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

test('a text that is too long is cut, and is as long as it may be with the mark', () => {
  expect(cut('four', 4)).toBe('four')
  expect(cut('fives', 4)).toBe('fiv…')
})

test('a secret that was cut is still found by its beginning', () => {
  const secrets = new SecretRegistry()
  secrets.add('correct-horse-battery', 'password')
  expect(secrets.redact(cut('It is correct-horse-battery.', 20))).toBe('It is <password>…')
})
