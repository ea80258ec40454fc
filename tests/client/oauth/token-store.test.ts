import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TokenStore } from '../../../client/oauth/token-store.ts'

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('the next run starts from the newest token, another configured token from itself', () => {
  const file = join(directory(), 'tokens')
  const store = new TokenStore(file, 'configured')
  expect(store.newest()).toBeUndefined()
  store.save('second')
  store.save('third')
  expect(new TokenStore(file, 'configured').newest()).toBe('third')
  expect(new TokenStore(file, 'newly configured').newest()).toBeUndefined()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file that is something else is not overlooked', () => {
  const file = join(directory(), 'tokens')
  writeFileSync(file, 'SANDBOX_AUTH_URL=')
  expect(() => new TokenStore(file, 'configured').newest()).toThrow('is no token store')
})
