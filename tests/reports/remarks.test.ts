import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { printSummary } from '../../reports/console.ts'
import { summaryMarkdown } from '../../reports/github.ts'
import { reportHtml } from '../../reports/html/page.ts'
import { junitXml } from '../../reports/junit.ts'
import { recordSchema, toRecord } from '../../reports/record.ts'
import { requirement, run } from './samples.ts'

const remarks = [{ says: 'the error invalid_grant came with status 403', times: 4 }]
const result = run([requirement({ id: 'TOKEN-3', remarks }), requirement({ id: 'TOKEN-4' })])
const sentence = 'kept, but the error invalid_grant came with status 403 (4 times)'

test('every report has the remarks of what is kept', () => {
  const printed: string[] = []
  const stream = { write: (text: string) => printed.push(text) }
  printSummary(result, { stream, color: false, files: [] })
  expect(printed.join('')).toContain(`Remarks (1)\n  TOKEN-3 ${sentence}\n`)
  expect(junitXml(result)).toContain(`<system-out>${sentence}</system-out>`)
  expect(summaryMarkdown(result)).toContain('- TOKEN-3 kept, but the error')
  const page = load(reportHtml(result))
  expect(page('#TOKEN-3 dl').text()).toContain(sentence)
  expect(page('#TOKEN-4 dl').text()).not.toContain('kept, but')
  expect(recordSchema.parse(toRecord(result)).requirements[0]?.remarks).toEqual(remarks)
})

test('a remark changes neither the verdict nor the outcome', () => {
  expect(result.outcome).toBe('conforms')
  expect(toRecord(result).summary.verdicts).toMatchObject({ pass: 2 })
})
