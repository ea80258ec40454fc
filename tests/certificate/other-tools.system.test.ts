import { execFileSync } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { build, programFiles } from '../../reports/build.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { certificateOf } from './certified.ts'
import { ed25519, p256, publicPemOf } from './keys.ts'
import { fullRun } from './runs.ts'

const checkout = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(checkout, 'docs/certification.md'), 'utf8')

/** The shell lines that the documentation gives, those that hold this text. */
function documented(part: string): string {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
  const found = blocks.find((lines) => lines.includes(part))
  if (found === undefined) throw new Error(`docs/certification.md has no commands with ${part}`)
  return found
}

const shell = (commands: string, cwd: string) =>
  execFileSync('bash', ['-ec', commands], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

test.each<[what: string, key: KeyObject, command: string, says: string]>([
  ['Ed25519', ed25519(), 'pkeyutl', 'Signature Verified Successfully'],
  ['ECDSA', p256(), 'dgst', 'Verified OK'],
])('OpenSSL verifies %s as documented, and refuses what was changed', async (_, key, command, says) => {
  const cwd = await temporaryDirectory()
  writeFileSync(join(cwd, 'certificates.pub'), publicPemOf(key))
  const verifying = documented(`openssl ${command}`)
  const certificate = await certificateOf(fullRun(), { signer: key })
  writeFileSync(join(cwd, 'certificate.json'), certificate)
  expect(shell(documented('DSSEv1') + verifying, cwd)).toContain(says)

  const other = await certificateOf(fullRun(), { signer: key, subject: 'another' })
  const { payload } = JSON.parse(other)
  writeFileSync(join(cwd, 'certificate.json'), JSON.stringify({ ...JSON.parse(certificate), payload }))
  expect(() => shell(documented('DSSEv1') + verifying, cwd)).toThrow()
})

test("the build's digest is what the documented commands print", async () => {
  const [, commands = ''] = documented('sha256sum | sha256sum').split(/^cd .*\n/m)
  // Without what a clean build would remove.
  const cwd = await temporaryDirectory()
  for (const file of programFiles(checkout)) cpSync(join(checkout, file), join(cwd, file))
  expect(shell(commands, cwd)).toBe(`${build().digest.sha256}  -\n`)
})

test('keys are made as documented', async () => {
  const cwd = await temporaryDirectory()
  const made = documented('openssl genpkey')
    .replace('-aes256', '-aes256 -pass pass:secret')
    .replace('-pubout', '-passin pass:secret -pubout')
  shell(made, cwd)
  expect(readFileSync(join(cwd, 'certificates.pub'), 'utf8')).toContain('BEGIN PUBLIC KEY')
})
