import { describe, expect, test } from 'vitest'
import { applyBaseline } from '../../harness/model/baseline.ts'
import { exitStatus } from '../../harness/model/outcome.ts'
import { printSummary } from '../../reports/console.ts'
import { compareRecords } from '../../reports/diff/compare.ts'
import { summaryMarkdown } from '../../reports/github.ts'
import { reportHtml } from '../../reports/html/page.ts'
import { junitXml } from '../../reports/junit.ts'
import { recordSchema, toRecord } from '../../reports/record.ts'
import { actionsOf } from '../../reports/who-acts.ts'
import { violationError } from '../../vitest/errors.ts'
import { requirement, run } from './samples.ts'

const lost = { expected: 'memo "a", as before', received: 'memo "b"', exchanges: [], curl: [] }
const why =
  'broken as UPDATE-15 is: what is written into one donation shows in others; without that it was kept (9 cases)'
const cause = requirement({ id: 'UPDATE-15', level: 'SHOULD', verdict: 'warn', violations: [lost] })
const follower = requirement({
  id: 'UPDATE-4',
  verdict: 'inconclusive',
  because: 'UPDATE-15',
  reason: why,
  violations: [lost, lost],
})
const result = run([cause, follower, requirement({ id: 'UPDATE-1' })])

/** Markdown escapes what it could take for markup. */
const decoded = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

function consoleText(): string {
  const texts: string[] = []
  const stream = { isTTY: false, write: (text: string) => texts.push(text) }
  printSummary(result, { stream, color: false, files: [] })
  return texts.join('')
}

describe('what follows stands beneath its cause', () => {
  test.each([
    ['the console', consoleText],
    ['JUnit', () => junitXml(result)],
    ['Markdown', () => summaryMarkdown(result)],
    ['vitest', () => violationError(cause, [follower]).message],
  ])('%s', (_, written) => {
    const text = decoded(written()).replace(/\s+/g, ' ')
    expect(text).toContain(`beneath it UPDATE-4 (MUST, 2 violations): ${why}`)
    expect(text.indexOf('UPDATE-15')).toBeLessThan(text.indexOf('beneath it'))
  })

  test('HTML, with links both ways', () => {
    const page = reportHtml(result)
    expect(page).toContain(`<a href="#UPDATE-4">UPDATE-4</a> ${why}`)
    expect(page).toContain('<dt>Follows from</dt><dd><a href="#UPDATE-15">UPDATE-15</a></dd>')
  })

  test('the record', () => {
    const { requirements } = recordSchema.parse(toRecord(result))
    expect(requirements[1]).toMatchObject({ verdict: 'inconclusive', because: 'UPDATE-15', reason: why })
  })
})

describe('it counts as broken', () => {
  test('a MUST that follows from a SHOULD makes the run fail, in JUnit by its cause', () => {
    expect(result.outcome).toBe('violates')
    expect(exitStatus(result)).toBe(1)
    expect(junitXml(result)).toMatch(/failures="1"/)
  })

  test('it is not among what could be decided by a better configuration', () => {
    expect(actionsOf(result).map(({ who }) => who)).toEqual(['The team of the service'])
    expect(consoleText()).not.toContain('Undecided')
  })

  test('a SHOULD that follows from a SHOULD does not', () => {
    expect(exitStatus(run([cause, { ...follower, level: 'SHOULD' }]))).toBe(0)
  })

  test('whoever knows the cause knows what follows', () => {
    expect(exitStatus(applyBaseline(result, [{ requirement: 'UPDATE-15' }]))).toBe(0)
    expect(applyBaseline(result, [{ requirement: 'UPDATE-4' }]).baseline?.stale).toEqual([])
  })

  test('what failed by itself before, and follows now, is neither newly broken nor kept', () => {
    const before = toRecord(run([cause, { ...follower, verdict: 'fail' }]))
    const { newlyBroken, newlyKept, undecidedInOne } = compareRecords(
      before,
      toRecord(run([cause, follower])),
    )
    expect([newlyBroken, newlyKept, undecidedInOne]).toEqual([[], [], []])
  })
})
