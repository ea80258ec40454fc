import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordSchema, type toRecord } from '../../reports/record.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { run } from '../cli/program.ts'
import { examined, partnerFile, smallApplication, verdictsOf } from './examining.ts'

test('what connecting, a code and an update show of an application that keeps the contract', async () => {
  const only = ['PARTNER-1', 'PARTNER-2', 'PARTNER-4', 'PARTNER-10', 'PARTNER-11', 'PARTNER-12', 'PARTNER-15']
  const result = await examined(smallApplication(), { only })
  expect(verdictsOf(result)).toEqual(Object.fromEntries(only.map((id) => [id, 'pass'])))
})

test('a broken requirement is shown by what the application sent, without any secret', async () => {
  const result = await examined(smallApplication('state'), { only: ['PARTNER-3'] })
  const [{ verdict, violations } = { verdict: undefined, violations: [] }] = result.requirements
  expect(verdict).toBe('fail')
  const [violation] = violations
  expect(violation?.received).toBe('the application exchanged the code')
  const token = violation?.exchanges.find(({ request }) => request.method === 'POST')
  expect(token?.step).toMatchObject({ from: 'application', to: 'service' })
  expect(token?.request.body).toContain('client_secret=<client_secret-1>')
  expect(token?.request.body).toMatch(/code=<code-\d+>/)
})

describe('what the environment leaves out is undecided, and says so', () => {
  test('without a request to update', async () => {
    const only = ['PARTNER-1', 'PARTNER-7', 'PARTNER-14']
    const { requirements } = await examined(smallApplication(), { only }, { PARTNER_UPDATE: '' })
    expect(requirements.map(({ verdict, needs }) => [verdict, needs])).toEqual([
      ['pass', undefined],
      ['inconclusive', ['PARTNER_UPDATE']],
      ['inconclusive', ['PARTNER_UPDATE']],
    ])
  })

  test('with a page to connect that is not there', async () => {
    const only = ['PARTNER-1', 'PARTNER-17']
    const result = await examined(smallApplication(), { only }, { PARTNER_CONNECT: 'GET /conect' })
    expect(verdictsOf(result)).toEqual({ 'PARTNER-1': 'inconclusive', 'PARTNER-17': 'inconclusive' })
    expect(result.requirements[0]?.needs).toEqual(['PARTNER_CONNECT'])
  })

  test('without the state of the session', async () => {
    const { requirements } = await examined(
      smallApplication(),
      { only: ['PARTNER-12'] },
      { PARTNER_CONNECTION: '' },
    )
    // The page after the callback is that of the connection: it names a contact.
    expect(requirements[0]).toMatchObject({ verdict: 'inconclusive', needs: ['PARTNER_CONNECTION'] })
  })

  test('with a request for the state of the session that is not there', async () => {
    const { requirements } = await examined(
      smallApplication(),
      { only: ['PARTNER-12'] },
      { PARTNER_CONNECTION: 'GET /nowhere' },
    )
    const reason =
      'the request of PARTNER_CONNECTION is answered with 404, and not with the state of the session'
    expect(requirements[0]).toMatchObject({ verdict: 'inconclusive', reason })
    // It is set: to set it would decide nothing.
    expect(requirements[0]).not.toHaveProperty('needs')
  })

  test('in part, where only some of the users get that far', async () => {
    const { requirements } = await examined(
      smallApplication(),
      { only: ['PARTNER-11'] },
      { PARTNER_CHOOSE: '' },
    )
    const [{ verdict, remarks } = { verdict: undefined, remarks: [] }] = requirements
    expect(verdict).toBe('pass')
    expect(remarks?.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^what was tried with an update, several organizations was not decided: /),
    ])
  })

  test('where the page to connect is not there', async () => {
    const result = await examined(
      smallApplication(),
      { only: ['PARTNER-1'] },
      { PARTNER_CONNECT: 'GET /start' },
    )
    expect(result.requirements[0]).toMatchObject({ verdict: 'inconclusive', needs: ['PARTNER_CONNECT'] })
  })
})

describe('the command', () => {
  test('writes the reports of run, and the record says whose side was tested', async () => {
    const out = await temporaryDirectory()
    const env = await partnerFile({ PARTNER_START: smallApplication('state') })
    const command = ['partner', '--env', env, '--out', out, '--only', 'PARTNER-3']
    const { status, stdout } = await run([...command, '--seed', '3'])
    expect(status).toBe(1)
    expect(stdout).toContain(
      "Why it matters: an attacker sends a customer a link with the attacker's own code",
    )
    const record = recordSchema.parse(JSON.parse(await readFile(join(out, 'record.json'), 'utf8')))
    expect(record).toMatchObject({ subject: 'partner', target: { kind: 'application' }, run: { seed: 3 } })
    const page = await readFile(join(out, 'report.html'), 'utf8')
    expect(page).toContain('application → service')
    const baseline = join(out, 'record.json')
    const known = await run([...command, '--baseline', baseline, '--reporter', 'tap'])
    expect(known.status).toBe(0)
    expect(await readFile(join(out, 'report.tap'), 'utf8')).toMatch(/^not ok 1 - PARTNER-3 .* # TODO known/m)
  })

  test('a mistake of the configuration ends with 2', async () => {
    const env = await partnerFile({ PARTNER_STRAT: 'x', PARTNER_APP_URL: 'http://127.0.0.1:1' })
    const { status, stderr } = await run(['partner', '--env', env, '--out', await temporaryDirectory()])
    expect(stderr).toContain('PARTNER_STRAT is no known key; did you mean PARTNER_START?')
    expect(status).toBe(2)
  })

  test('an application that is not there cannot be examined', async () => {
    const out = await temporaryDirectory()
    const env = await partnerFile({ PARTNER_APP_URL: 'http://127.0.0.1:1' })
    const { status, stderr } = await run(['partner', '--env', env, '--out', out])
    expect(stderr).toBe(
      'The application could not be examined: nothing listens at http://127.0.0.1:1, and PARTNER_START is not set\n',
    )
    expect(status).toBe(3)
    const record = toRecordOf(await readFile(join(out, 'record.json'), 'utf8'))
    expect(record.requirements).toHaveLength(18)
  })

  test('doctor --partner says what works before any verdict', async () => {
    const env = await partnerFile({ PARTNER_START: smallApplication() })
    const { status, stdout } = await run(['doctor', '--partner', '--env', env])
    expect(stdout).toContain('✓ callback: the code is exchanged for tokens')
    expect(stdout).toContain('✓ PARTNER_UPDATE: an update of memo arrives')
    expect(status).toBe(0)
  })
})

function toRecordOf(text: string): ReturnType<typeof toRecord> {
  return recordSchema.parse(JSON.parse(text))
}
