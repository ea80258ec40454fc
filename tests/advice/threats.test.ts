import { expect, test } from 'vitest'
import { adviceCatalogue } from '../../advice/catalogue.ts'
import { assessThreats, threats } from '../../advice/threats/assess.ts'
import type { Counter } from '../../advice/threats/threat.ts'
import { serviceRequirements } from '../../contract/index.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { adviceReport } from '../reports/samples.ts'

/** A service that keeps and follows everything, but for what the test says. */
function assessed(verdicts: Partial<Record<Counter, Verdict>> = {}, advised: readonly Counter[] = []) {
  const requirements = serviceRequirements.map(({ id }) => ({
    id,
    verdict: verdicts[id] ?? ('pass' as const),
  }))
  const { threats: found, mendFirst } = assessThreats(requirements, adviceReport({ advised }))
  return { mendFirst, of: (id: string) => found.find((threat) => threat.id === id), found }
}

test('every section of the two lists of threats is somewhere', () => {
  const sources = threats.flatMap((threat) => threat.sources)
  const lastOf = { '4.1': 5, '4.2': 4, '4.3': 5, '4.4.1': 13, '4.4.2': 6, '4.4.3': 6, '4.5': 4, '4.6': 7 }
  const wanted = [
    ...Array.from({ length: 17 }, (_, index) => `RFC 9700, 4.${index + 1}`),
    ...Object.entries(lastOf).flatMap(([section, last]) =>
      Array.from({ length: last }, (_, index) => `RFC 6819, ${section}.${index + 1}`),
    ),
    'RFC 6819, 4.4.4',
  ]
  const isThere = (section: string) =>
    sources.some((source) => source === section || source.startsWith(`${section}.`))
  expect(wanted.filter((section) => !isThere(section))).toEqual([])
})

test('every advice counters a threat, and every threat that nothing counters says what remains', () => {
  const counters = threats.flatMap(({ essential, further }) => [...essential, ...further])
  expect(adviceCatalogue.map(({ id }) => id).filter((id) => !counters.some((one) => one === id))).toEqual([])
  const open = threats.filter(({ essential, remains }) => essential.length === 0 && remains === undefined)
  expect(open).toEqual([])
  expect(new Set(threats.map(({ id }) => id)).size).toBe(threats.length)
})

test('nothing rests on a MAY, which is never judged', () => {
  const open = new Set<string>(serviceRequirements.filter(({ level }) => level === 'MAY').map(({ id }) => id))
  const counters = threats.flatMap(({ essential, further }) => [...essential, ...further])
  expect(counters.filter((id) => open.has(id))).toEqual([])
})

test('what is kept and followed mitigates, as far as it goes', () => {
  const { of, mendFirst } = assessed()
  expect(of('clickjacking')).toMatchObject({
    status: 'mitigated',
    kept: ['framing'],
    broken: [],
    unknown: [],
  })
  expect(of('stolen-access-token')?.status).toBe('partly')
  expect(of('databases')?.status).toBe('undetermined')
  expect(mendFirst).toEqual([])
})

test('a verdict that is bad, an advice that is not followed, and what is not known', () => {
  expect(assessed({}, ['framing']).of('clickjacking')).toMatchObject({ status: 'not', broken: ['framing'] })
  expect(assessed({ 'AUTHZ-6': 'fail' }).of('redirect-uri-nearly-registered')?.status).toBe('partly')
  expect(assessed({ 'AUTHZ-13': 'warn' }).of('password-sent-on')?.status).toBe('not')
  expect(assessed({}, ['redirect-status']).of('password-sent-on')?.status).toBe('partly')
  expect(assessed({ 'AUTHZ-13': 'inconclusive' }).of('password-sent-on')).toMatchObject({
    status: 'undetermined',
    unknown: ['AUTHZ-13'],
  })
})

test('a freedom that makes a rule empty neither counters nor breaks', () => {
  const { of } = assessed({ 'REFRESH-4': 'not-applicable' })
  expect(of('stolen-refresh-token')?.status).toBe('mitigated')
})

test('what closes most is to be mended first', () => {
  const { mendFirst } = assessed({ 'TOKEN-3': 'fail' }, ['token-pragma', 'callback-fragment'])
  expect(mendFirst.map(({ id }) => id)).toEqual(['TOKEN-3', 'token-pragma', 'callback-fragment'])
  expect(mendFirst[0]?.closes).toContain('code-injection')
  expect(mendFirst[1]).toEqual({ id: 'token-pragma', closes: ['tokens-in-caches'], betters: [] })
})

test('without any advice nothing is called mitigated that rests on it', () => {
  const { found } = assessed({}, [])
  const withoutAdvice = assessThreats([], { results: [] })
  expect(found.some(({ status }) => status === 'mitigated')).toBe(true)
  expect(withoutAdvice.threats.every(({ status }) => status === 'undetermined')).toBe(true)
})
