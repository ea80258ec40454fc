import { expect, test } from 'vitest'
import { faults } from '../../mock/faults/index.ts'
import { reportedFaults } from '../../mock/faults/reported/index.ts'

test('mistakes of at least 25 real projects are among the faults', () => {
  const projects = new Set(reportedFaults.map(({ source }) => source?.project))
  expect(reportedFaults.length).toBeGreaterThanOrEqual(60)
  expect(projects.size).toBeGreaterThanOrEqual(25)
  expect(reportedFaults.every((fault) => faults.includes(fault))).toBe(true)
})

test('each names the thread that reported it', () => {
  for (const { id, source } of reportedFaults) {
    expect(id).toContain('-reported-')
    expect(source?.thread, id).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/)
    expect(source?.thread, id).toContain(`/${source?.project}/`)
  }
})

test('docs/reported-faults.md lists them', async () => {
  const rows = reportedFaults.map(
    ({ id, requirement, description, source }) =>
      `| ${requirement} | \`${id}\` | ${description} | [${source?.project}](${source?.thread}) |`,
  )
  const page = [
    '# Faults that real projects have had',
    '',
    'Each is a service that is wrong in one place, as somebody reported it of a real project (`mock/faults/reported/`). `faults`',
    'runs the suite against all of them; CONTRIBUTING.md says how to add one.',
    '',
    '| Breaks | Fault | What is wrong | Reported of |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/reported-faults.md')
})
