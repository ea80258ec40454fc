import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { default as sqlite } from 'node-sqlite3-wasm'
import { expect, onTestFinished, test } from 'vitest'
import type { MockOptions } from '../../mock/server.ts'
import { openStateFile, type StateFile } from '../../mock/state/state-file.ts'
import { Partner } from './partner.ts'

/** A place for a state file, which is gone when the test is over. */
function statePath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'state-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'mock.state')
}

const open = (path: string): Promise<StateFile> => openStateFile(path, () => () => {})

/** A partner of a mock that keeps its state there, until the test is over or the mock is closed. */
async function partnerOf(path: string, options: MockOptions = {}): Promise<Partner> {
  const partner = await Partner.start({ ...options, state: await open(path) })
  onTestFinished(() => partner.mock.close().catch(() => {}))
  return partner
}

/** What a mock that is killed now leaves in its file, as another file. */
function leftBy(path: string): string {
  const copy = statePath()
  for (const part of ['', '-wal']) if (existsSync(path + part)) copyFileSync(path + part, copy + part)
  return copy
}

/** The values of an environment but for the addresses. */
const secretsOf = ({ mock }: Partner) =>
  Object.entries(mock.environment).filter(([key]) => !key.endsWith('_URL'))

test('what an answer tells of is there after the next start, however the mock ended', async () => {
  const path = statePath()
  const before = await partnerOf(path)
  const code = await before.code()
  const tokens = await before.tokens()
  const donation = before.id('SANDBOX_PLEDGED_DONATION_IDS')
  await before.update(tokens.access, donation, {
    memo: 'no\u0000w',
    advisor: { email: 'ada@wealth.example' },
  })

  const after = await partnerOf(leftBy(path))
  expect(secretsOf(after)).toEqual(secretsOf(before))
  const { json } = await after.inspect(`/donations/${donation}`)
  expect(json).toMatchObject({ memo: 'no\u0000w', advisor: { email: 'ada@wealth.example' } })
  expect((await after.exchange(code)).status).toBe(200)
  expect((await after.update(tokens.access, donation, {})).status).toBe(200)
  expect((await after.refresh(tokens.refresh)).status).toBe(200)
})

test('what has ended stays ended: codes, refresh tokens, whole grants', async () => {
  const path = statePath()
  const before = await partnerOf(path)
  const code = await before.code()
  const { json } = await before.exchange(code)
  const rotated = await before.refresh(json.refresh_token)
  const revoked = await before.tokens()
  await before.inspect('/refresh-tokens/revoke', { token: revoked.refresh })

  const after = await partnerOf(leftBy(path))
  expect((await after.organizations(String(rotated.json.access_token))).status).toBe(200)
  expect((await after.organizations(revoked.access)).status).toBe(401)
  expect((await after.refresh(json.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  // Its tokens are still of one grant: the reuse above has ended the newest as well.
  expect((await after.organizations(String(rotated.json.access_token))).status).toBe(401)
  expect((await after.exchange(code)).json).toMatchObject({ error: 'invalid_grant' })
})

test('the env file names the same tokens, whatever was revoked since', async () => {
  const path = statePath()
  const before = await partnerOf(path)
  for (let revoked = 0; revoked < 5; revoked++)
    await before.inspect('/refresh-tokens/revoke', { token: (await before.tokens()).refresh })

  expect(secretsOf(await partnerOf(leftBy(path)))).toEqual(secretsOf(before))
})

test('the clock stays where it was moved to', async () => {
  const path = statePath()
  const before = await partnerOf(path)
  await before.inspect('/clock/advance', { seconds: 7200 })
  await before.mock.close()
  const after = await partnerOf(path)
  expect(after.mock.clock.now() - Date.now()).toBeGreaterThan(7_199_000)
})

test('a client that is given again has what it is given now, and keeps its tokens', async () => {
  const path = statePath()
  const client = { id: 'app', secret: 'old', redirectUris: ['https://app.example/callback'] }
  const as = (secret: string) => ({ client_id: 'app', client_secret: secret })
  const before = await partnerOf(path, { clients: [client] })
  const redirect_uri = 'https://app.example/callback'
  const code = await before.code(before.browser(), { client_id: 'app', redirect_uri })
  const { json } = await before.exchange(code, { ...as('old'), redirect_uri })

  const after = await partnerOf(leftBy(path), { clients: [{ ...client, secret: 'new' }] })
  expect((await after.refresh(json.refresh_token, as('old'))).json).toMatchObject({ error: 'invalid_client' })
  expect((await after.refresh(json.refresh_token, as('new'))).status).toBe(200)
})

test('an empty file is a new one, and the state of an ended mock is one file', async () => {
  const path = statePath()
  writeFileSync(path, '')
  const { mock } = await partnerOf(path)
  await mock.close()
  expect([existsSync(`${path}-wal`), existsSync(`${path}.lock`)]).toEqual([false, false])
})

/** Makes a database at the path. */
function database(path: string, sql: string): void {
  const db = new sqlite.Database(path)
  db.exec(`PRAGMA locking_mode = EXCLUSIVE; ${sql}`)
  db.close()
}

test.each<[string, (path: string) => void | Promise<void>, string]>([
  [
    'a text',
    (path) => writeFileSync(path, 'Notes of a meeting\n'),
    'is no state of a mock: choose another file',
  ],
  [
    'the database of another program',
    (path) => database(path, 'CREATE TABLE notes (text)'),
    'is no state of a mock: choose another file',
  ],
  [
    'the state of a later version',
    async (path) => {
      await (await Partner.start({ state: await open(path) })).mock.close()
      database(path, 'PRAGMA user_version = 7')
    },
    'is state of version 7, this mock keeps version 1: choose another file',
  ],
])('%s is refused in one line and left as it is', async (_, make, line) => {
  const path = statePath()
  await make(path)
  const content = readFileSync(path)
  await expect(open(path)).rejects.toThrow(new Error(`${path} ${line}`))
  expect(readFileSync(path)).toEqual(content)
})

test('a record that cannot be read is told in one line', async () => {
  const path = statePath()
  await (await partnerOf(path)).mock.close()
  database(path, `UPDATE records SET value = '{"id":7}' WHERE kind = 'clients'`)
  const state = await open(path)
  onTestFinished(() => state.close())
  await expect(Partner.start({ state })).rejects.toThrow(
    `${path} holds what this mock cannot read: choose another file`,
  )
})

test('what cannot be written is not answered as if it were', async () => {
  let isFull = false
  const file: StateFile = {
    path: 'mock.state',
    read: () => [],
    write() {
      if (isFull) throw new Error('database or disk is full')
    },
    close() {},
  }
  const partner = await Partner.start({ state: file })
  onTestFinished(() => partner.mock.close())
  const { access } = await partner.tokens()
  isFull = true
  const donation = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  expect((await partner.update(access, donation, { memo: 'thanks' })).status).toBe(500)
  expect(partner.mock.stateLost?.reason).toEqual(
    new Error('cannot write mock.state: database or disk is full'),
  )
})
