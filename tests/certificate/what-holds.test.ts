import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStatement, statementOf } from '../../certificate/statement.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { certificateOf, certify, problemsOf } from './certified.ts'
import { payloadOf, signed } from './envelopes.ts'
import { broken, fullRun, reportsOf } from './runs.ts'

test('a certificate of another subject is refused', async () => {
  expect(await problemsOf(await certificateOf(), { subject: 'production' })).toEqual([
    'it is of the sandbox, and not of production',
  ])
})

test('a certificate holds until its run is too old, and not before it was issued', async () => {
  const certificate = await certificateOf()
  const at = (moment: string) => problemsOf(certificate, { at: new Date(moment) })
  expect(await at('2026-02-01T03:04:05Z')).toEqual([])
  expect(await at('2026-02-01T03:04:06Z')).toEqual([
    'it held until 2026-02-01T03:04:05.678Z: then ended the run of 2026-01-02, which counts for 30 days',
  ])
  expect(await at('2025-12-31T00:00:00Z')).toEqual([
    'it was issued in the future, at 2026-01-03T00:00:00.000Z: a clock is wrong',
  ])
})

test('a certificate ends with the waiver that it needs', async () => {
  const policy = { waivers: [{ requirement: 'TOKEN-3', reason: 'mended in March', expires: '2026-01-10' }] }
  const waived = await certificateOf(fullRun({ 'TOKEN-3': broken('MUST') }), { policy })
  const at = (moment: string) => problemsOf(waived, { at: new Date(moment) })
  expect(await at('2026-01-10T23:59:59Z')).toEqual([])
  expect(await at('2026-01-11T00:00:00Z')).toEqual([
    'it held until 2026-01-10T23:59:59.999Z: then ended the waiver of TOKEN-3',
  ])
})

test('the files that are shown have to be those that were certified', async () => {
  const records = await reportsOf(fullRun())
  const made = await certify([records])
  if ('refusals' in made) throw new Error(made.refusals.join())
  const shown = (directory: string) => problemsOf(made.certificate, { directory })
  expect(await shown(records)).toEqual([])
  expect(await shown(await temporaryDirectory())).toEqual(['none of its files is shown'])

  await writeFile(join(records, 'report.html'), '<h1>All is well</h1>')
  expect(await shown(records)).toEqual(['the report.html that is shown is not the one that was certified'])
  await mkdir(join(records, 'older'))
  await writeFile(join(records, 'older/junit.xml'), '<testsuites/>')
  expect(await shown(records)).toContain('the junit.xml that is shown is not the one that was certified')
  await expect(shown('/nowhere')).rejects.toThrow('/nowhere is no directory that can be read')
})

test('a certificate that says something else than its records is refused, though the digests are right', async () => {
  const records = await reportsOf(fullRun({ 'TOKEN-14': { verdict: 'not-applicable', reason: 'no JSON' } }))
  const made = await certify([records])
  if ('refusals' in made) throw new Error(made.refusals.join())
  const particulars = readStatement(payloadOf(made.certificate))
  const better = particulars.requirements.map(({ id, level, verdict }) =>
    id === 'TOKEN-14' ? { id, level, verdict: 'observed' as const } : { id, level, verdict },
  )
  const lie = signed(JSON.stringify(statementOf({ ...particulars, requirements: better })))
  expect(await problemsOf(lie)).toEqual([])
  expect(await problemsOf(lie, { directory: records })).toEqual([
    'it says something else than the records that are shown',
  ])
})
