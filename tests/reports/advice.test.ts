import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { printSummary } from '../../reports/console.ts'
import { compareRecords, hasDrifted } from '../../reports/diff/compare.ts'
import { diffMarkdown, diffText } from '../../reports/diff/text.ts'
import { summaryMarkdown } from '../../reports/github.ts'
import { reportHtml } from '../../reports/html/page.ts'
import { recordSchema, toRecord } from '../../reports/record.ts'
import { adviceReport, requirement, run } from './samples.ts'

const kept = [requirement({ id: 'TOKEN-3' })]
const advised = run(kept, { advice: adviceReport({ advised: ['framing'], seen: '*|<b>no header</b>|*' }) })
const safe = run(kept, { advice: adviceReport() })

test('the record has the advice with its clause, what was seen, and the threats', () => {
  const { advice, threats, summary } = recordSchema.parse(JSON.parse(JSON.stringify(toRecord(advised))))
  expect(advice?.results.find(({ id }) => id === 'framing')).toMatchObject({
    clause: 'RFC 9700, 4.16; RFC 6749, 10.13',
    status: 'advised',
    seen: ['*|<b>no header</b>|*'],
    todo: expect.stringContaining('frame-ancestors'),
  })
  expect(threats?.threats.find(({ id }) => id === 'clickjacking')).toMatchObject({
    status: 'not',
    broken: ['framing'],
  })
  expect(threats?.mendFirst[0]).toMatchObject({ id: 'framing', closes: ['clickjacking'] })
  expect(summary).toEqual(toRecord(run(kept)).summary)
})

test('older records have neither, and nothing is said of them', () => {
  const older = toRecord(run(kept))
  expect(older).not.toHaveProperty('advice')
  expect(older).not.toHaveProperty('threats')
  expect(compareRecords(older, toRecord(advised)).advice).toEqual([])
  expect(load(reportHtml(run(kept)))('#advice, #threats')).toHaveLength(0)
})

test('the page has what to mend first, and each threat with what counters it', () => {
  const page = load(reportHtml(advised))
  expect(page('#advice-framing').text()).toContain('RFC 9700, 4.16')
  expect(page('#advice-framing').text()).toContain('<b>no header</b>')
  expect(page('#advice-framing b').text()).not.toContain('no header')
  expect(page('#threat-clickjacking').text()).toMatch(/not.*To mend: framing/s)
  expect(page('.filed ol li').first().text()).toMatch(/^framing: closes clickjacking/)
  const broken = page('.filed a, #advice-framing a')
    .toArray()
    .map((link) => page(link).attr('href') ?? '')
    .filter((href) => page(`${href.replace('#', '[id="')}"]`).length === 0 && href.startsWith('#advice'))
  expect(broken).toEqual([])
})

test('what is not known says why', () => {
  const { results, ...rest } = adviceReport({ isDeep: false })
  const unseen = results.map((one) =>
    one.id === 'pkce' ? { ...one, status: 'not seen' as const, seen: [] } : one,
  )
  const open = requirement({ id: 'TOKEN-7', verdict: 'inconclusive', needs: ['SANDBOX_OTHER_CLIENT_ID'] })
  const page = load(reportHtml(run([open], { advice: { ...rest, results: unseen } })))
  const told = page('#threat-code-injection').text()
  expect(told).toContain('pkce (takes --advice deep)')
  expect(told).toContain('TOKEN-7 (SANDBOX_OTHER_CLIENT_ID)')
  expect(told).toContain('TOKEN-3 (not tried in this run)')
})

test('the console has one line of it', () => {
  const lines: string[] = []
  printSummary(advised, { stream: { write: (text: string) => lines.push(text) }, files: [] })
  const said = lines
    .join('')
    .split('\n')
    .filter((line) => /advice/i.test(line))
  expect(said).toEqual(['Security advice: 1 to mend, 36 safe, 0 not seen.'])
})

test('the page of a job has what to mend, and no markup of the service', () => {
  const markdown = summaryMarkdown(advised)
  expect(markdown).toContain('| framing | RFC 9700, 4.16; RFC 6749, 10.13 |')
  expect(markdown).not.toContain('<b>no header')
  expect(markdown).toContain('Mend first:')
  expect(summaryMarkdown(run(kept))).not.toContain('advice')
})

test('diff tells what changed of it, and calls it no drift', () => {
  const found = compareRecords(toRecord(safe), toRecord(advised))
  expect(found.advice.map(({ id }) => id)).toContain('framing')
  expect(hasDrifted(found)).toBe(false)
  expect(diffText(found)).toMatch(
    /Security advice \(\d+\)\n {2}framing\n {6}before safe: something\n {6}now {4}advised: /,
  )
  expect(diffMarkdown(found)).toContain('| Advice | What | Before | Now |')
  expect(diffText(compareRecords(toRecord(advised), toRecord(advised)))).toBe(
    'Nothing changed between the two runs.\n',
  )
})

test('days that passed by themselves are no change, another refusal is one', () => {
  const days = (left: number, answer = '400 invalid_grant') => {
    const advice = adviceReport({ seen: `service: ${left} days left` })
    return toRecord(
      run(kept, {
        advice: {
          ...advice,
          refusals: [{ requirement: 'TOKEN-3', grant: 'refresh_token', answers: [answer] }],
        },
      }),
    )
  }
  expect(compareRecords(days(60), days(53)).advice).toEqual([])
  expect(compareRecords(days(60), days(60, '401 invalid_client')).advice).toEqual([
    {
      id: 'TOKEN-3 refresh_token',
      title: 'How the token endpoint refuses what TOKEN-3 sends (refresh_token)',
      before: '400 invalid_grant',
      after: '401 invalid_client',
    },
  ])
})
