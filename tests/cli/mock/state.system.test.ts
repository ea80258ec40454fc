import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { Browser, encode, type Reply, send } from '../../mock/partner.ts'
import { temporaryDirectory } from '../places.ts'
import { run, type Started, start } from '../program.ts'

/** A mock in another process that keeps its state in the directory, and its environment file. */
async function serve(cwd: string): Promise<{ mock: Started; env: Readonly<Record<string, string>> }> {
  const mock = start(['mock', '--state', 'mock.state', '--env-out', 'mock.env'], { cwd })
  await mock.printed('Ctrl-C ends it')
  return { mock, env: parse(await readFile(join(cwd, 'mock.env'))) }
}

/** A partner application that knows the service by its environment file alone. */
function partnerOf(env: Readonly<Record<string, string>>) {
  const client = { client_id: env.SANDBOX_CLIENT_ID, client_secret: env.SANDBOX_CLIENT_SECRET }
  const redirect = { client_id: env.SANDBOX_CLIENT_ID, redirect_uri: env.SANDBOX_REDIRECT_URI }
  const token = (fields: Record<string, string | undefined>) =>
    send(`${env.SANDBOX_AUTH_URL}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encode({ ...client, ...fields }),
    })
  return {
    donations: env.SANDBOX_PLEDGED_DONATION_IDS?.split(',') ?? [],
    async login(): Promise<Reply> {
      const query = encode({ response_type: 'code', scope: 'a', state: 's', ...redirect })
      const browser = new Browser(env.SANDBOX_USERNAME ?? '', env.SANDBOX_PASSWORD ?? '')
      const callback = await browser.follow(`${env.SANDBOX_AUTH_URL}/oauth2/authorize?${query}`)
      return token({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: env.SANDBOX_REDIRECT_URI,
      })
    },
    refresh: (refresh_token: unknown) =>
      token({ grant_type: 'refresh_token', refresh_token: String(refresh_token) }),
    update: (access: unknown, id: string, body: unknown) =>
      send(`${env.SANDBOX_API_URL}/v1/donations/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        body: JSON.stringify(body),
      }),
  }
}

/** Kills a mock when it has given so many answers, while more requests are under way, and looks what the next one has. */
async function killedAfter(answers: number): Promise<void> {
  const cwd = await temporaryDirectory()
  const { mock, env } = await serve(cwd)
  const partner = partnerOf(env)
  const { json: unused } = await partner.login()
  let { json: newest } = await partner.login()
  const superseded: unknown[] = []

  let left = answers
  const answered = () => {
    left -= 1
    if (left === 0) mock.process.kill('SIGKILL')
  }
  const written = partner.donations.map(() => ({ sent: 0, confirmed: 0 }))
  const updates = partner.donations.map(async (id, index) => {
    const count = written[index] ?? { sent: 0, confirmed: 0 }
    for (;;) {
      count.sent += 1
      const { status } = await partner.update(unused.access_token, id, { memo: String(count.sent) })
      expect(status).toBe(200)
      count.confirmed = count.sent
      answered()
    }
  })
  const refreshes = async () => {
    for (;;) {
      const { status, json } = await partner.refresh(newest.refresh_token)
      expect(status).toBe(200)
      superseded.push(newest.refresh_token)
      newest = json
      answered()
    }
  }
  await Promise.allSettled([...updates, refreshes()])
  expect((await mock.ended).status).toBeNull()

  const restarted = await serve(cwd)
  const again = partnerOf(restarted.env)
  const memos = again.donations.map(async (id, index) => {
    const { sent = 0, confirmed = 0 } = written[index] ?? {}
    const { json } = await again.update(newest.access_token, id, {})
    if (confirmed === 0) return
    const memo = Number(Object(json.data).memo)
    expect(memo).toBeGreaterThanOrEqual(confirmed)
    expect(memo).toBeLessThanOrEqual(sent)
  })
  await Promise.all(memos)
  expect((await again.refresh(unused.refresh_token)).status).toBe(200)
  for (const token of superseded.slice(-1)) expect((await again.refresh(token)).status).toBe(400)
}

test('killed at whatever moment, a mock has all that it answered after the next start', async () => {
  // The lock of a process that was killed is free after some seconds: they wait together.
  await Promise.all([1, 2, 3, 20, 77, 150].map(killedAfter))
})

test('a file that a living process uses is refused in one line, and is free once that has ended', async () => {
  const cwd = await temporaryDirectory()
  const first = await serve(cwd)
  expect(await run(['mock', '--state', 'mock.state'], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: `process ${first.mock.process.pid} is using mock.state: wait for it to end\n`,
  })
  first.mock.process.kill('SIGINT')
  expect((await first.mock.ended).status).toBe(0)
  const second = await serve(cwd)
  expect(second.env.SANDBOX_CLIENT_SECRET).toBe(first.env.SANDBOX_CLIENT_SECRET)
})

test.each([
  [['--state', 'notes.txt'], 'notes.txt is no state of a mock: choose another file'],
  [['--state', '.'], 'cannot use .: EISDIR: illegal operation on a directory'],
  [['--state', 'missing/mock.state'], 'cannot use missing/mock.state: ENOENT: no such file or directory'],
  [['--state', ''], "error: option '--state <file>' argument '' is invalid. It must not be empty."],
])('%j ends in one line', async (options, line) => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, 'notes.txt'), 'Notes\n')
  const { status, stderr } = await run(['mock', ...options], { cwd })
  expect({ status, line: stderr.split('\n')[0] }).toEqual({ status: 2, line })
})
