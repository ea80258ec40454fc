import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { numberedContract } from '../../../contract/index.ts'
import { reportHtml } from '../../../reports/html/page.ts'
import { mixedRun } from '../samples.ts'

const page = load(reportHtml(mixedRun))
const sentences = numberedContract.flatMap((section) => section.sentences)

/** The row of the first sentence that says this. */
const rowAbout = (text: string) =>
  page('.sentences tbody tr').filter((_, row) => page(row).text().includes(text))

test('every sentence of the contract is in the report, by its number', () => {
  const shown = page('.sentences tbody tr').map((_, row) => page(row).find('td').first().text())
  expect(shown.get()).toEqual(sentences.map(({ number }) => number))
})

test('a sentence has the verdicts of this run, which lead to the requirement', () => {
  const row = rowAbout('An authorization code is good for one use')
  expect(row.find('li').first().text()).toBe('✗ fail TOKEN-3')
  expect(row.find('a').first().attr('href')).toBe('#TOKEN-3')
  expect(row.text()).toContain('TOKEN-4 not in this run')
  expect(row.text()).toContain("PARTNER-5 the partner's side")
})

test('a sentence that nothing tests says why', () => {
  expect(rowAbout('Most often it has one entry').text()).toContain('free: any number of entries is legal')
  expect(rowAbout('Neither credentials nor organizations').text()).toContain('in part not visible: ')
})

test('a requirement leads to the sentences that it tests', () => {
  const links = page('#TOKEN-3 a[href^="#sentence-"]').map((_, link) => page(link).attr('href'))
  expect(links.get()).toEqual(['#sentence-15.2', '#sentence-16.2'])
  for (const link of links.get()) expect(page(link.replaceAll('.', '\\.'))).toHaveLength(1)
})
