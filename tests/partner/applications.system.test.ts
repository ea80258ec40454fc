import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { partnerRequirements } from '../../contract/index.ts'
import { examine, readPartnerEnvironment } from '../../partner/index.ts'
import { breachesIn } from '../../partner/recording/judge.ts'
import { allExchangesOf, recordingSchema } from '../../reports/har/read.ts'
import { harText } from '../../reports/har/write.ts'

const SEED = 1
/** Four at once, on a machine that may be busy: a busy machine is waited for. In milliseconds. */
const PATIENCE_MS = 300_000

/** Applications of others, and what their environment files say beside the command that starts them. */
const applications = {
  'passport-express': [],
  'passport-hurried': [],
  'simple-oauth2-fastify': [],
  // It has no such requests: an organization is picked on a page, and nothing tells the state of a session.
  'badgateway-http': ['PARTNER_CHOOSE=', 'PARTNER_CONNECTION='],
}

/** Verdicts that are no pass: what is truly broken, and what the application or its environment file leaves out. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'passport-hurried': {
    'PARTNER-2': 'warn', // no state
    'PARTNER-3': 'fail',
    'PARTNER-5': 'fail', // a reloaded callback sends its code again
    'PARTNER-6': 'inconclusive', // nothing is refreshed
    'PARTNER-8': 'fail',
    'PARTNER-9': 'warn',
    'PARTNER-12': 'fail', // the first organization is taken
    'PARTNER-13': 'fail', // the page holds the session
    'PARTNER-14': 'fail', // changes are passed on as they come
    'PARTNER-15': 'fail',
    'PARTNER-16': 'warn',
    'PARTNER-18': 'inconclusive',
  },
  'badgateway-http': { 'PARTNER-12': 'inconclusive', 'PARTNER-15': 'not-applicable' },
}

describe('an application on other libraries gets what it deserves', () => {
  test.concurrent.each(Object.entries(applications))('%s', { timeout: PATIENCE_MS }, async (name, keys) => {
    const directory = await mkdtemp(join(tmpdir(), 'application-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const file = join(directory, 'partner.env')
    const program = join(import.meta.dirname, 'applications', `${name}.js`)
    await writeFile(file, [`PARTNER_START='exec ${process.execPath} ${program}'`, ...keys].join('\n'))

    const result = await examine(readPartnerEnvironment(file), { seed: SEED })

    const verdicts = Object.fromEntries(result.requirements.map(({ id, verdict }) => [id, verdict]))
    const passed = Object.fromEntries(partnerRequirements.map(({ id }) => [id, 'pass']))
    const reasons = result.requirements.flatMap(({ id, reason }) =>
      reason === undefined ? [] : `${id}: ${reason}`,
    )
    expect(verdicts, reasons.join('\n')).toEqual({ ...passed, ...others[name] })
    // Judged again by its archive, it is accused of nothing else.
    const archive = allExchangesOf(recordingSchema.parse(JSON.parse(harText(result))))
    for (const { id } of breachesIn(result.target, archive)) expect(verdicts[id]).toMatch(/^(?:fail|warn)$/)
  })
})
