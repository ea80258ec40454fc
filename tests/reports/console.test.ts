import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printSummary, wantsColour } from '../../reports/console.ts'
import { hostileRun } from './hostile.ts'
import { alteredState, mixedRun, partlyBroken, requirement, run } from './samples.ts'

const files = ['conformance-results/junit.xml', 'conformance-results/record.json']

function printed(result: typeof mixedRun, options: { columns?: number; color?: boolean } = {}): string {
  const { columns, color = false } = options
  let text = ''
  const stream = {
    write: (part: string) => (text += part),
    isTTY: columns !== undefined,
    columns: columns ?? 0,
  }
  printSummary(result, { stream, color, files })
  return text
}

test.each([80, 120])('a run with every verdict, on %i columns', async (columns) => {
  await expect(printed(mixedRun, { columns })).toMatchFileSnapshot(`console-${columns}.txt`)
})

test('a run in which all is well is short', async () => {
  const result = run([requirement({ id: 'AUTHZ-1' }), requirement({ id: 'TOKEN-1' })])
  await expect(printed(result)).toMatchFileSnapshot('console-conforms.txt')
})

test('a strict run shows warnings among the violations', () => {
  const text = printed({ ...mixedRun, run: { ...mixedRun.run, strict: true } })
  expect(text).toContain('Violations (3)')
  expect(text).not.toContain('Warnings')
})

test('of many kinds of violation of one requirement three are shown', () => {
  const violations = Array.from({ length: 10 }, (_, index) => ({
    ...alteredState,
    received: `${400 + index} (text/html)`,
  }))
  const text = printed(run([requirement({ id: 'AUTHZ-2', verdict: 'fail', violations })]))
  expect(text.match(/received/g)).toHaveLength(3)
  expect(text).toContain('and 7 violations more of AUTHZ-2, in record.json')
})

test('violations of one kind are shown as one, with the count', () => {
  const text = printed(run([partlyBroken]))
  expect(text.match(/received/g)).toHaveLength(2)
  expect(text).toContain('alike       and 11 more of the kind')
})

test('what tells the cases that fail from those that pass is said before them', () => {
  expect(printed(run([partlyBroken])).replace(/\s+/g, ' ')).toContain(
    'every field: 13 of 84 rows fail: 12 with identifier and memo, 1 with method PUT and donor_city, none else',
  )
})

test('a run that could not be finished says why', () => {
  const text = printed(run([], { problem: '127.0.0.1:9 refused the connection' }))
  expect(text).toContain('The service could not be tested: 127.0.0.1:9 refused the connection.')
})

test('nothing that a service sent reaches the terminal as a control character', () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      expect(printed(result)).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u)
    }),
    { seed: 1 },
  )
})

describe('colour', () => {
  test('on a terminal that has it, unless NO_COLOR is set', () => {
    const terminal = { write: () => true, isTTY: true }
    expect(wantsColour(terminal, { TERM: 'xterm' })).toBe(true)
    expect(wantsColour(terminal, { TERM: 'xterm', NO_COLOR: '' })).toBe(true)
    expect(wantsColour(terminal, { TERM: 'xterm', NO_COLOR: '1' })).toBe(false)
    expect(wantsColour(terminal, { TERM: 'dumb' })).toBe(false)
    expect(wantsColour({ write: () => true }, { TERM: 'xterm' })).toBe(false)
  })

  test('elsewhere, where FORCE_COLOR asks for it', () => {
    const log = { write: () => true }
    expect(wantsColour(log, { FORCE_COLOR: '1' })).toBe(true)
    expect(wantsColour(log, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
    expect(wantsColour(log, { FORCE_COLOR: '' })).toBe(false)
    const terminal = { ...log, isTTY: true }
    expect(wantsColour(terminal, { TERM: 'xterm', FORCE_COLOR: '0' })).toBe(false)
    expect(wantsColour(terminal, { TERM: 'xterm', FORCE_COLOR: '' })).toBe(true)
  })

  test('changes nothing but the colour', () => {
    const coloured = printed(mixedRun, { columns: 80, color: true })
    expect(coloured).toContain('\u001b[31m')
    expect(stripVTControlCharacters(coloured)).toBe(printed(mixedRun, { columns: 80 }))
  })
})
