import { expect, test } from 'vitest'
import { printSummary } from '../../reports/console.ts'
import { reportHtml } from '../../reports/html/page.ts'
import { limitsSentence } from '../../reports/limits.ts'
import { recordSchema, toRecord } from '../../reports/record.ts'
import { requirement, run } from './samples.ts'

const limits = {
  latencyMs: 60,
  concurrency: 8,
  chain: { requests: 44, ms: 2640, pausedMs: 0, requirements: ['TOKEN-9', 'BEARER-4'] },
  donationsMs: 8010,
  answersMs: 423_000,
  waitedMs: { turn: 12_000, donation: 34_000, login: 5600 },
  networkMs: 52_875,
  ratio: 1.2,
}
const base = run([requirement({ id: 'AUTHZ-2', verdict: 'pass' })])
const limited = (durationMs: number) => ({
  ...base,
  run: { ...base.run, requests: 7050, durationMs, limits },
})

function printed(durationMs: number): string {
  let text = ''
  const write = (chunk: string) => {
    text += chunk
    return true
  }
  printSummary(limited(durationMs), { stream: { write }, color: false, files: [] })
  return text
}

test('the record holds the limits of a run', () => {
  expect(recordSchema.parse(toRecord(limited(63_450))).run.limits).toEqual(limits)
  expect(toRecord(base).run).not.toHaveProperty('limits')
})

test('what makes the limit is told', () => {
  const { run: ran } = limited(63_450)
  expect(limitsSentence(ran, limits)).toBe(
    '52.9 s at least on this network (7050 requests at 60 ms an answer, 8 at a time); the run took 1.2 times that',
  )
  expect(limitsSentence(ran, { ...limits, networkMs: 2640 })).toContain(
    '(44 requests of TOKEN-9, BEARER-4 needed the answer of the one before)',
  )
  const requirements = Array.from({ length: 90 }, (_, index) => `UPDATE-${index + 1}`)
  const turns = { ...limits, networkMs: 2640, chain: { ...limits.chain, requirements } }
  expect(limitsSentence(ran, turns)).toContain('UPDATE-5, UPDATE-6 and 84 more needed the answer')
  const paused = {
    ...limits.chain,
    ms: 62_000,
    pausedMs: 61_000,
    requirements: ['REFRESH-4', 'BEARER-4', 'REFRESH-4'],
  }
  expect(limitsSentence(ran, { ...limits, networkMs: 62_000, chain: paused })).toContain(
    '(61.0 s were let pass on purpose; 44 requests of REFRESH-4, BEARER-4 needed the answer',
  )
  expect(limitsSentence(ran, { ...limits, networkMs: 8010 })).toContain('(that long donations were in use')
})

test('the report tells it, and the console of a long run', () => {
  expect(reportHtml(limited(63_450))).toContain('52.9 s at least on this network')
  expect(printed(63_450)).toContain('Time: 52.9 s at least on this network')
  expect(printed(6_345)).not.toContain('Time:')
})
