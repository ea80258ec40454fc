import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { ed25519, pemOf, publicPemOf } from '../certificate/keys.ts'
import { broken, fullRun, reportsOf } from '../certificate/runs.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** A run of just now: the program asks the clock of the machine. */
const today = { run: { startedAt: new Date().toISOString() } }

/** A directory with a pair of keys, to work in. */
async function workplace(key = ed25519()) {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, 'key.pem'), pemOf(key))
  await writeFile(join(cwd, 'key.pub'), publicPemOf(key))
  return cwd
}

const certifying = (records: string, ...more: readonly string[]) => [
  ...['certify', records, '--key', 'key.pem', '--subject', 'the <sandbox>'],
  ...more,
]
const verifying = (...more: readonly string[]) => ['verify', 'certificate.json', '--key', 'key.pub', ...more]

test('a certificate and its page are written; whoever has the public key verifies it', async () => {
  const cwd = await workplace()
  const tested = fullRun({}, today)
  const records = await reportsOf(tested)
  const made = await run(certifying(records), { cwd })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toContain('Written: certificate.json, certificate.html')

  const verified = await run(verifying('--files', records, '--subject', 'the <sandbox>'), { cwd })
  expect(verified).toMatchObject({ status: 0, stderr: '' })
  expect(verified.stdout).toContain('The certificate is valid.')
  const [, fingerprint = 'none'] = /Fingerprint\s+(.*)/.exec(verified.stdout) ?? []
  const page = load(await readFile(join(cwd, 'certificate.html'), 'utf8'))
  expect(page('.fingerprint').text()).toBe(fingerprint)
  expect(page('h1').text()).toBe('the <sandbox>')
  const kept = tested.requirements.filter(({ verdict }) => verdict === 'pass').length
  expect(page('.result').text()).toMatch(
    new RegExp(`^The service kept ${kept} requirements\\. Holds until \\d{4}-\\d\\d-\\d\\d\\.$`),
  )

  const other = await run(verifying('--subject', 'production'), { cwd })
  expect(other.status).toBe(1)
  expect(other.stdout).toContain('not valid:\n  it is of the <sandbox>, and not of production.\n')
  const later = await run(verifying('--at', '2099-01-01'), { cwd })
  expect(later.status).toBe(1)
  expect(later.stdout).toContain('it held until ')
})

test('what is refused is told line by line, and nothing is written', async () => {
  const cwd = await workplace()
  const records = await reportsOf(
    fullRun({ 'TOKEN-3': broken('MUST'), 'TOKEN-12': { verdict: 'error', reason: 'TypeError' } }, today),
  )
  expect(await run(certifying(records, '--out', 'new/certificate.json'), { cwd })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'refused: TOKEN-3 (MUST) is broken.\nrefused: TOKEN-12 (SHOULD) is not judged, since the suite itself failed: TypeError.\n',
  })
  expect(await readdir(cwd)).toEqual(['key.pem', 'key.pub'])
})

test('a key that is written where none belongs is not repeated', async () => {
  const cwd = await workplace()
  const pem = pemOf(ed25519())
  const lines = [
    ['certify', 'records', '--key', pem, '--subject', 'it'],
    ['certify', pem, '--key', 'key.pem', '--subject', 'it'],
    ['certify', 'records', '--key', 'key.pem', '--subject', 'it', '--policy', pem],
  ]
  const said = await Promise.all(lines.map((line) => run(line, { cwd })))
  expect(said.map(({ stderr }) => stderr).join('')).toMatchInlineSnapshot(`
    "--key holds a key itself: it takes a file, or env://NAME
    error: unknown option '<key>
    '
    (add --help for what there is)
    <key> cannot be read: ENOENT
    "
  `)
  expect(said.map(({ status }) => status)).toEqual([2, 2, 2])
})

test('what is wrong with a command line gives 2', async () => {
  const cwd = await workplace()
  const records = await reportsOf(fullRun({}, today))
  await run(certifying(records), { cwd })
  await writeFile(
    join(cwd, 'policy.json'),
    '{"waivers":[{"requirement":"TOKEN-99","reason":"x","expires":"2099-01-01"}]}',
  )
  const lines = [
    certifying('nowhere'),
    certifying(records, '--policy', 'policy.json'),
    certifying(records, '--out', 'key.pub/certificate.json'),
    certifying(records, '--subject-digest', 'md5:00'),
    verifying('--at', 'yesterday'),
    verifying('--files', 'nowhere'),
    ['verify', 'nowhere.json', '--key', 'key.pub'],
  ]
  const said = await Promise.all(
    lines.map(async (line) => {
      const { status, stdout, stderr } = await run(line, { cwd })
      expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: '' })
      return stderr.replaceAll(records, 'RECORDS').split('\n')[0]
    }),
  )
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "nowhere cannot be read: ENOENT
    policy.json is no policy: "TOKEN-99" names no requirement of the catalogue at waivers.0.requirement
    cannot write the reports to key.pub: EEXIST: file already exists, mkdir 'key.pub'
    --subject-digest is no digest: wanted is one by sha256, sha384, sha512, gitCommit, gitTree, in all its digits
    error: option '--at <date>' argument 'yesterday' is invalid. It must be a date, or a date and time in UTC such as 2026-12-31T12:00:00Z.
    nowhere is no directory that can be read
    nowhere.json cannot be read: ENOENT"
  `)
  expect((await readdir(cwd)).sort()).toEqual([
    'certificate.html',
    'certificate.json',
    'key.pem',
    'key.pub',
    'policy.json',
  ])
})

test('what is no certificate is not valid', async () => {
  const cwd = await workplace()
  await writeFile(join(cwd, 'certificate.json'), '{}')
  const { status, stdout } = await run(verifying(), { cwd })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^Fingerprint .*\n\nThe certificate is not valid:\n {2}it is no DSSE envelope\.\n$/)
})
