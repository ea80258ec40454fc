import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const env = { SANDBOX_CLIENT_ID: 'me', SANDBOX_PASSWORD: 'hunter2' }
const textOf = (directory: string, name: string) => readFile(join(directory, name), 'utf8')

describe('init', () => {
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
      "added to .gitignore: .env.sandbox.* !.env.sandbox.example .env.partner .env.partner.* !.env.partner.example conformance-results/ mock-tls/
      kept .env.sandbox: it is there already, and stays as it is
      kept Jenkinsfile: it is there already, and stays as it is"
    `)
    expect(await textOf(cwd, '.env.sandbox')).toBe(files['.env.sandbox'])
    expect(await textOf(cwd, 'Jenkinsfile')).toBe(files.Jenkinsfile)
    expect(await textOf(cwd, '.gitignore')).toMatch(/^\.env\.sandbox\n\.env\.sandbox\.\*\n/)

    const { stderr } = await run(['init', '--ci', 'none', '--set', 'SANDBOX_CLIENT_ID=other'], { cwd })
    expect(stderr).toBe('--set: .env.sandbox is there already, and stays as it is\n')
  })

  test('without a terminal and an answer it changes nothing', async () => {
    const cwd = await temporaryDirectory()
    const { status, stdout, stderr } = await run(['init', '--ci', 'gitlab'], { cwd, env })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^init asks in a terminal[\s\S]*\n {2}SANDBOX_CLIENT_SECRET in the environment/)
    expect(await readdir(cwd)).toEqual([])
  })
})
