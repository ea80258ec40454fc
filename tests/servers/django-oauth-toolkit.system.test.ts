import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../partner/application/free-port.ts'
import { callback, clients, igOrganizations, organizations, password } from './accounts.ts'
import { advisedOn, examine, type Served, UNDECIDED } from './examine.ts'

const project = fileURLToPath(new URL('django', import.meta.url))
// Debian's packages are of Debian's Python, whatever other one stands before it in PATH.
const python = '/usr/bin/python3'
/** Rows of a table: Django's development server takes its time. */
const FEW = { rows: 12, runs: 2, except: ['TOKEN-1', 'REFRESH-1'] }
const users = ['owner', 'several', 'nobody']

/** @throws Error that says what to install. */
function requirePackages(): void {
  const { status } = spawnSync(python, ['-c', 'import oauth2_provider'])
  if (status !== 0)
    throw new Error(
      'this test needs Debian packages: apt-get install python3-django python3-django-oauth-toolkit',
    )
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
    if (await fetch(url).then(Boolean, () => false)) return
    await sleep(100)
  }
  throw new Error('Django did not start')
}

/** Django OAuth Toolkit with a database of its own, on Django's development server. */
async function serveDjango(): Promise<Served> {
  requirePackages()
  const directory = await mkdtemp(join(tmpdir(), 'donation-django-'))
  const env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    DJANGO_SECRET_KEY: randomUUID(),
    DJANGO_DATABASE: join(directory, 'db.sqlite3'),
    DJANGO_ORGANIZATIONS: JSON.stringify(
      Object.fromEntries(users.map((user) => [user, igOrganizations(user)])),
    ),
    DJANGO_WORLD: JSON.stringify({ users, password, callback, clients: [...clients.values()] }),
  }
  await promisify(execFile)(python, ['seed.py'], { cwd: project, env })
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const server = spawn(python, ['manage.py', 'runserver', '--noreload', port], {
    cwd: project,
    env,
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    server.kill()
    await rm(directory, { recursive: true, force: true })
  })
  await answers(`${url}/accounts/login/`, server)
  return {
    url,
    async organizations(token) {
      const response = await fetch(`${url}/whose/${encodeURIComponent(token)}`)
      if (!response.ok) return undefined
      return organizations(z.object({ user: z.string().nullable() }).parse(await response.json()).user)
    },
  }
}

test('Django OAuth Toolkit: what it breaks is found, and nothing else', async () => {
  const { violations, undecided } = await examine(await serveDjango(), FEW)
  expect(violations).toEqual({
    // The form behind the consent page strips the blanks around a state, and so all of one of blanks.
    'AUTHZ-2': expect.stringMatching(
      /^expected the state unchanged: " .*; received (state "\S|a redirect to )/,
    ),
    // A request without redirect_uri is answered at the only registered one, one without scope gets the default.
    'AUTHZ-6': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect to/,
    ),
    'AUTHZ-8': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect to/,
    ),
    // A body without a Content-Length is read as empty, whatever its chunks hold (django/django#21638).
    'TOKEN-1': expect.stringMatching(/^expected a 2xx answer; received 400 .*unsupported_grant_type/),
    // A code is exchanged without redirect_uri.
    'TOKEN-10': expect.stringMatching(/^expected an answer without a token; received 200 /),
    // A code is deleted at its first use: nothing tells whose tokens to revoke at the second.
    'TOKEN-13': expect.stringMatching(/^expected a refusal .*; received 200 /),
    // Neither invalid_grant nor invalid_client has an error_description: whichever came first is shown.
    'TOKEN-15': expect.stringMatching(
      /received 40[01] \(application\/json\), \{"error": "invalid_(grant|client)"\}$/,
    ),
    // Of a parameter given twice one counts.
    'TOKEN-17': expect.stringMatching(/^expected an answer without a token; received 200 /),
    // The same of a refresh: a form in chunks is read as empty (django/django#21638).
    'REFRESH-1': expect.stringMatching(/^expected a 2xx answer; received 400 .*unsupported_grant_type/),
    // A token request with a query is answered with 500: oauthlib raises what Django OAuth Toolkit does not catch.
    'ERROR-2': expect.stringMatching(/received 500 \(text\/html\)/),
  })
  expect(undecided).toEqual(UNDECIDED)
}, 300_000)

test('and what the standards advise beyond the contract', async () => {
  expect(await advisedOn(await serveDjango())).toMatchInlineSnapshot(`
    {
      "access-token-lifetime": "expires_in 36000",
      "callback-fragment": "no fragment in the callback",
      "callback-issuer": "no iss beside a code; no iss beside a refusal",
      "client-secret-length": "14 characters, 84 bits at most",
      "content-security-policy": "no Content-Security-Policy on a page behind the login; no Content-Security-Policy on the login page",
      "cookie-secure": "cookie csrftoken without Secure; cookie sessionid without Secure",
      "form-post": "not supported: the code comes in the address",
      "framing": "neither frame-ancestors nor X-Frame-Options on a page behind the login; neither frame-ancestors nor X-Frame-Options on the login page",
      "password-grant": "password is known (400 invalid_grant)",
      "pkce-downgrade": "a code_verifier without code_challenge is taken",
      "pkce-plain": "plain is taken",
      "redirect-status": "a 302 behind the form with the password; a 302 behind a form without the password",
      "referrer-policy": "no Referrer-Policy on a page behind the login; no Referrer-Policy on the login page",
    }
  `)
}, 180_000)
