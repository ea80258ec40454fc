import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LeftBehind } from '../../../client/oauth/left-behind.ts'

const target = {
  authUrl: 'https://auth.example.org',
  apiUrl: 'https://api.example.org',
  client: { id: 'client', secret: 's', redirectUri: 'https://partner.example.org/' },
}

function file(): string {
  const path = mkdtempSync(join(tmpdir(), 'later-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return join(path, '.env.sandbox.later')
}

test('what is left is found by the next run once it has expired, and gone after that', async () => {
  const path = file()
  const start = Date.now()
  const from = await new LeftBehind(path, target, true, () => start).leave('code', async () => 'c-1', 60)
  expect(from?.getTime()).toBe(start + 65_000)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(new LeftBehind(path, target, false, () => start + 60_000).take('code')).toEqual({
    is: 'alive',
    expiredFrom: from,
  })
  const next = new LeftBehind(path, target, false, () => start + 65_000)
  expect(next.secrets).toEqual(['c-1'])
  expect(next.take('code')).toEqual({ is: 'expired', value: 'c-1' })
  expect(existsSync(path)).toBe(false)
  expect(next.take('code')).toEqual({ is: 'expired', value: 'c-1' })
  expect(new LeftBehind(path, target, false).take('code')).toBeUndefined()
})

test('another host or client never sees it', async () => {
  const path = file()
  await new LeftBehind(path, target, true).leave('accessToken', async () => 'a-1', 0)
  const later = () => Date.now() + 60_000
  for (const other of [
    { ...target, apiUrl: 'https://api.elsewhere.org' },
    { ...target, authUrl: 'https://auth.elsewhere.org' },
    { ...target, client: { ...target.client, id: 'another' } },
  ]) {
    const kept = new LeftBehind(path, other, false, later)
    expect([kept.take('accessToken'), kept.secrets]).toEqual([undefined, []])
  }
  expect(readFileSync(path, 'utf8')).toContain('a-1')
})

test('a run that is not asked to leaves nothing, and gets nothing to leave', async () => {
  const path = file()
  const get = () => Promise.reject(new Error('asked'))
  expect(await new LeftBehind(path, target, false).leave('code', get, 60)).toBeUndefined()
  expect(existsSync(path)).toBe(false)
})

test('a file of something else holds nothing', () => {
  const path = file()
  writeFileSync(path, 'SANDBOX_AUTH_URL=')
  expect(new LeftBehind(path, target, false).take('code')).toBeUndefined()
})
