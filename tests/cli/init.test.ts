import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** A host where nothing listens: doctor ends at once. */
const args = [
  'init',
  ...['AUTH_URL=http://127.0.0.1:1', 'API_URL=http://127.0.0.1:1', 'CLIENT_ID=me', 'USERNAME=ada'].flatMap(
    set,
  ),
  ...['REDIRECT_URI=https://partner.example.org/cb', 'SCOPE=donations organizations'].flatMap(set),
]
const env = { SANDBOX_CLIENT_SECRET: 'hunter2', SANDBOX_PASSWORD: "sword'fish" }

function set(setting: string): string[] {
  return ['--set', `SANDBOX_${setting}`]
}

const textOf = (directory: string, name: string) => readFile(join(directory, name), 'utf8')

describe('init', () => {
  test('writes what a project needs, shows no secret, and ends with doctor', async () => {
    const cwd = await temporaryDirectory()
    await writeFile(join(cwd, '.gitignore'), 'node_modules\nconformance-results/')
    const { status, stdout, stderr } = await run([...args, '--ci', 'github'], { cwd, env })
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
    expect(stdout.slice(0, stdout.indexOf('Keys'))).toMatchInlineSnapshot(`
      "added to .gitignore: .env.sandbox .env.sandbox.* !.env.sandbox.example
      wrote .env.sandbox
        you alone can read it; every other key is explained there
      wrote .github/workflows/conformance.yml
        set as secrets of the repository: SANDBOX_CLIENT_SECRET SANDBOX_PASSWORD
        set as variables of it: SANDBOX_AUTH_URL SANDBOX_API_URL SANDBOX_CLIENT_ID SANDBOX_REDIRECT_URI SANDBOX_SCOPE SANDBOX_USERNAME

      "
    `)
    expect(stdout).toContain('Sandbox\n  ✗ ')
    expect(stdout).not.toMatch(/hunter2|fish/)

    expect(await textOf(cwd, '.gitignore')).toBe(
      'node_modules\nconformance-results/\n.env.sandbox\n.env.sandbox.*\n!.env.sandbox.example\n',
    )
    expect(await textOf(cwd, '.github/workflows/conformance.yml')).toContain('secrets.SANDBOX_PASSWORD')
    expect((await stat(join(cwd, '.env.sandbox'))).mode & 0o777).toBe(0o600)
    expect(readEnvironment({ file: join(cwd, '.env.sandbox'), processEnv: {} })).toMatchObject({
      client: { id: 'me', secret: 'hunter2' },
      user: { username: 'ada', password: "sword'fish" },
      scope: 'donations organizations',
    })
  })

  test('overwrites nothing', async () => {
    const cwd = await temporaryDirectory()
    const files = {
      '.env.sandbox': 'SANDBOX_CLIENT_ID=mine\n',
      Jenkinsfile: 'mine\n',
      '.gitignore': '.env.sandbox\n',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
    const { status, stdout } = await run(['init', '--ci', 'jenkins'], { cwd })
    expect(status).toBe(2)
    expect(stdout.slice(0, stdout.indexOf('\n\n'))).toMatchInlineSnapshot(`
      "added to .gitignore: .env.sandbox.* !.env.sandbox.example conformance-results/
      kept .env.sandbox: it is there already, and stays as it is
      kept Jenkinsfile: it is there already, and stays as it is"
    `)
    expect(await textOf(cwd, '.env.sandbox')).toBe(files['.env.sandbox'])
    expect(await textOf(cwd, 'Jenkinsfile')).toBe(files.Jenkinsfile)
    expect(await textOf(cwd, '.gitignore')).toMatch(/^\.env\.sandbox\n\.env\.sandbox\.\*\n/)

    const { stderr } = await run([...args, '--ci', 'none'], { cwd, env })
    expect(stderr).toBe('--set: .env.sandbox is there already, and stays as it is\n')
  })

  test('without a terminal and an answer it changes nothing', async () => {
    const cwd = await temporaryDirectory()
    const { status, stdout, stderr } = await run([...args, '--ci', 'gitlab'], {
      cwd,
      env: { SANDBOX_PASSWORD: 'hunter2' },
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^init asks in a terminal[\s\S]*\n {2}SANDBOX_CLIENT_SECRET in the environment/)
    expect(await readdir(cwd)).toEqual([])
  })
})
