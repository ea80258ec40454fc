import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { certifiedRun } from '../../certificate/decision.ts'
import { readEvidence } from '../../certificate/evidence.ts'
import { readStatement, statementOf } from '../../certificate/statement.ts'
import { codeForm, Story } from '../partner/recording/story.ts'
import { certificateOf, problemsOf, refusals } from './certified.ts'
import { payloadOf, signed } from './envelopes.ts'
import { forge, leaveOnly, recordIn, requirementIn } from './forgery.ts'
import { broken, partnerRun, reportsOf } from './runs.ts'

/** An application that sent a code a second time, and its examiner who saw it. */
const codeTwice = new Story('first contact').connects().isRefused(codeForm('code-1'))
const seen = partnerRun(
  { 'PARTNER-5': broken('MUST') },
  { exchanges: codeTwice.exchanges, run: { requests: 5 } },
)

/** Renames the failure in the record, and has the archive name that record as its own. */
async function rename(directory: string): Promise<void> {
  await leaveOnly(directory, 'exchanges.har')
  const before = await recordIn(directory)
  await forge(directory, (record) => {
    Object.assign(requirementIn(record, 'PARTNER-5'), { verdict: 'pass', violations: [] })
    record.summary = { outcome: 'conforms', verdicts: { ...record.summary.verdicts, pass: 18, fail: 0 } }
  })
  const after = await recordIn(directory)
  const file = join(directory, 'exchanges.har')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(before.digest?.sha256 ?? '', after.digest?.sha256 ?? ''))
}

test('a failure of an application that was renamed to a pass is refused, since the traffic shows it', async () => {
  const directory = await reportsOf(seen)
  await rename(directory)
  expect(await refusals([directory])).toEqual([
    `${join(directory, 'record.json')}: exchanges.har beside it shows in exchanges 4, 5 that the application breaks PARTNER-5, and the record says pass`,
  ])
})

test('what the record itself calls broken is for the policy to judge', async () => {
  expect(await refusals([await reportsOf(seen)])).toEqual(['PARTNER-5 (MUST) is broken'])
})

test('whoever has the files sees it too, though the signer certified the renamed record', async () => {
  const directory = await reportsOf(seen)
  await rename(directory)
  const shown = await readEvidence(directory)
  const made = await certificateOf(partnerRun())
  const particulars = { ...readStatement(payloadOf(made)), runs: [certifiedRun(shown)] }
  const lie = signed(JSON.stringify(statementOf(particulars)))
  expect(await problemsOf(lie, { directory })).toContain(
    'exchanges.har beside it shows in exchanges 4, 5 that the application breaks PARTNER-5, and the record says pass',
  )
})
