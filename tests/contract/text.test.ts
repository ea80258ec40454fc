import { describe, expect, it, test } from 'vitest'
import { catalogue } from '../../contract/index.ts'
import { contractText, countTreatments, numberedContract, treatmentOf } from '../../contract/text/index.ts'

const sentences = contractText.flatMap(({ sentences: all }) => all)
const cited = new Set<string>(sentences.flatMap(({ tested = [] }) => tested))
const requirements = catalogue.map(({ id, source }) => ({ id: id as string, source: source as string }))

/** Requirements that the text cites before the catalogue has them. */
const ANNOUNCED = ['PARTNER-18']

/** The places of the contract that a source names: `Update a donation, rules 1 and 4` names two. */
function placesOf(source: string): { title: string; at?: string }[] {
  return source
    .split('; ')
    .filter((part) => !/^(RFC|ISO) /.test(part))
    .flatMap((part) => {
      const [, title = part, at] = /^([^,]*)(?:, (.*))?$/.exec(part) ?? []
      const several = /^rules (\d) and (\d)$/.exec(at ?? '')
      if (several) return several.slice(1).map((number) => ({ title, at: `rule ${number}` }))
      return [{ title, ...(at === undefined ? {} : { at }) }]
    })
}

describe('the contract, sentence by sentence', () => {
  it('has a sentence for each requirement of the catalogue', () => {
    expect(requirements.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([])
  })

  it('cites no requirement that there is not', () => {
    const known = [...requirements.map(({ id }) => id), ...ANNOUNCED]
    expect([...cited].filter((id) => !known.includes(id))).toEqual([])
  })

  it('says of each sentence what tests it, or why nothing does', () => {
    for (const { says, tested = [], untested } of sentences) {
      expect(tested.length > 0 || untested !== undefined, says).toBe(true)
      if (untested) expect(untested.because, says).toMatch(/^\S.{8,}[^.\s]$/)
    }
  })

  it.each(requirements)('cites $id where its source says that it stands', ({ id, source }) => {
    for (const { title, at } of placesOf(source)) {
      const section = contractText.find((one) => one.title === title)
      expect(section, `${id} names the section ${title}`).toBeDefined()
      const there = section?.sentences.filter((one) => at === undefined || one.at === at) ?? []
      const ids = there.flatMap(({ tested = [] }): readonly string[] => tested)
      expect(ids, `${title}${at === undefined ? '' : `, ${at}`}`).toContain(id)
    }
  })

  it('says nothing twice in a section, and nothing of several sentences', () => {
    for (const { sentences: all } of contractText)
      expect(new Set(all.map(({ says }) => says)).size).toBe(all.length)
    for (const { says } of sentences) expect(says).toMatch(/^\S(?!.*\. ).*[^.\s]$/)
  })

  it('cites no requirement twice for a sentence', () => {
    for (const { says, tested = [] } of sentences) expect(new Set(tested).size, says).toBe(tested.length)
  })

  it('numbers sections and sentences, for reports to name', () => {
    expect(numberedContract[0]?.sentences.map(({ number }) => number)).toEqual(['1.1', '1.2'])
    expect(numberedContract.map(({ number, title }) => `${number} ${title}`)).toMatchSnapshot()
  })
})

test.each([
  [{ tested: ['TOKEN-3'] as const }, 'tested'],
  [{ tested: ['TOKEN-3', 'PARTNER-5'] as const }, 'tested'],
  [{ tested: ['TOKEN-3'] as const, untested: { kind: 'free', because: '' } as const }, 'tested in part'],
  [{ tested: ['PARTNER-5'] as const }, "the partner's side"],
  [
    { tested: ['PARTNER-5'] as const, untested: { kind: 'not visible', because: '' } as const },
    "the partner's side",
  ],
  [{ untested: { kind: 'explanatory', because: '' } as const }, 'explanatory'],
])('%j is %s', (sentence, treatment) => {
  expect(treatmentOf({ says: 'Something', ...sentence })).toBe(treatment)
})

test('every sentence is counted once', () => {
  const counts = [...countTreatments().values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sentences.length)
})
