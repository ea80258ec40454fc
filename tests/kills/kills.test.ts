import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../client/login/site.ts'

/** `npm run kills` sets it to 200. */
const kills = Number(process.env.KILLS ?? 10)
const chain = fileURLToPath(new URL('./refresh-chain.mjs', import.meta.url))

/**
 * A service that rotates at every refresh, and ends a token as soon as its successor is used: an answer that never
 * arrived costs nobody the family.
 */
async function serveRotation(first: string) {
  let issued = 0
  const accepted = new Set([first])
  const refused: string[] = []
  const url = await listen(
    createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const token = new URLSearchParams(text).get('refresh_token') ?? ''
      response.setHeader('content-type', 'application/json')
      if (!accepted.has(token)) {
        refused.push(token)
        return void response.writeHead(400).end('{"error":"invalid_grant","error_description":"superseded"}')
      }
      const next = `refresh-token-${++issued}`
      accepted.clear()
      accepted.add(token).add(next)
      response.end(
        JSON.stringify({
          access_token: `access-token-${issued}`,
          refresh_token: next,
          token_type: 'Bearer',
          expires_in: 3600,
          ig_organizations: [],
        }),
      )
    }),
  )
  return { url, refused, count: () => issued }
}

test(
  `${kills} kills at random moments of a refresh chain lose no token`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kills-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const file = join(directory, 'tokens')
    const service = await serveRotation('the-configured-token')
    for (let kill = 0; kill < kills; kill++) {
      const before = service.count()
      const child = spawn(process.execPath, [chain, service.url, 'the-configured-token', file])
      const exit = once(child, 'exit')
      await Promise.race([once(child.stdout, 'data'), exit])
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      child.kill('SIGKILL')
      await exit
      expect(child.exitCode, 'the chain went on until it was killed').toBeNull()
      expect(service.count()).toBeGreaterThan(before)
    }
    expect(service.refused).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  },
  kills * 2_000 + 10_000,
)
