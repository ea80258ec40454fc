import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { summaryMarkdown, tellGitHub } from '../../reports/github.ts'
import { attackedRun } from './html/hostile-run.ts'
import { alteredState, mixedRun, requirement, run } from './samples.ts'

function collected() {
  const texts: string[] = []
  return { texts, write: (text: string) => texts.push(text) }
}

async function emptyFile(name: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'github-'))
  onTestFinished(() => rm(place, { recursive: true }))
  return join(place, name)
}

test('violations are errors and warnings are warnings, each in one line', async () => {
  const stream = collected()
  await tellGitHub(mixedRun, { GITHUB_ACTIONS: 'true' }, stream)
  expect(stream.texts.join('')).toMatchInlineSnapshot(`
    "::error title=AUTHZ-2 (MUST)%3A What AUTHZ-2 asks of the service::expected the state "%25" unchanged, received the state "%2525"
    ::error title=TOKEN-3 (MUST)%3A What TOKEN-3 asks of the service::expected 4xx with error invalid_grant, and no token, received 200 with a token response
    ::warning title=TOKEN-12 (SHOULD)%3A What TOKEN-12 asks of the service::expected Cache-Control: no-store, received no Cache-Control
    "
  `)
})

test('a baseline that is out of date is an error', async () => {
  const stream = collected()
  const stale = { known: [], beyond: [], unseen: [], expired: [], stale: ['TOKEN-3'] }
  await tellGitHub(
    run([requirement({ id: 'TOKEN-3' })], { baseline: stale }),
    { GITHUB_ACTIONS: 'true' },
    stream,
  )
  expect(stream.texts.join('')).toBe(
    '::error title=Stale baseline::0 violations known from the baseline. TOKEN-3 is kept again: renew the baseline.\n',
  )
})

test('the page of the job gets a summary', async () => {
  const file = await emptyFile('summary.md')
  await tellGitHub(mixedRun, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file }, collected())
  expect(await readFile(file, 'utf8')).toBe(summaryMarkdown(mixedRun))
})

test('the summary has a table of all requirements, family by family', () => {
  const requirements = [
    requirement({ id: 'AUTHZ-1' }),
    requirement({ id: 'AUTHZ-2', verdict: 'fail', violations: [alteredState] }),
    requirement({ id: 'TOKEN-3', verdict: 'inconclusive', reason: 'no second client' }),
    requirement({ id: 'TOKEN-4', verdict: 'inconclusive', reason: 'no second client' }),
  ]
  expect(summaryMarkdown(run(requirements))).toContain(
    [
      '|  | pass | fail | inconclusive | not passed |',
      '| --- | --: | --: | --: | --- |',
      '| AUTHZ | 1 | 1 | · | fail AUTHZ-2 |',
      '| TOKEN | · | · | 2 | inconclusive TOKEN-3 TOKEN-4 |',
      '| all | 1 | 1 | 2 |  |',
    ].join('\n'),
  )
})

test('and the verdict of each, folded up', () => {
  const { requirements } = mixedRun
  const [, folded = ''] = summaryMarkdown(mixedRun).split(
    `<details><summary>All ${requirements.length} requirements</summary>\n\n`,
  )
  const [table = ''] = folded.split('\n\n</details>')
  expect(table.split('\n')).toEqual([
    '| Requirement | Level | Verdict |',
    '| --- | --- | --- |',
    ...requirements.map(({ id, level, verdict }) => `| ${id} | ${level} | ${verdict} |`),
  ])
})

test('later steps of the job can ask for the verdict and the counts', async () => {
  const file = await emptyFile('output')
  await tellGitHub(mixedRun, { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: file }, collected())
  expect(await readFile(file, 'utf8')).toBe('verdict=violates\npass=1\nfail=2\nwarn=1\nundecided=3\n')
})

test('elsewhere nothing is said', async () => {
  const stream = collected()
  await tellGitHub(mixedRun, {}, stream)
  expect(stream.texts).toEqual([])
})

test('a text of the service is no command for the runner and no markup on the page', async () => {
  const stream = collected()
  const attack = 'x\n::set-output name=a::b%0A::stop-commands::'
  const shown = { expected: attack, received: attack, exchanges: [], curl: [] }
  const result = run([requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [shown] })])
  await tellGitHub(result, { GITHUB_ACTIONS: 'true' }, stream)
  expect(stream.texts.join('').split('\n')).toHaveLength(2)
  expect(stream.texts.join('')).toContain('%250A')
  expect(summaryMarkdown(attackedRun)).not.toMatch(/<img|<script|<iframe|javascript:/)
})
