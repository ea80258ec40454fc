import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  catalogue,
  families,
  familyOf,
  isRequirementId,
  type PartnerRequirementId,
  partnerRequirements,
  type RequirementId,
  requirementById,
  selectPartnerRequirements,
  selectRequirements,
  serviceRequirements,
  UnknownRequirementError,
} from '../../contract/index.ts'

const idsOf = (selectors: string[]) => selectRequirements(selectors).map(({ id }) => id)

describe('the catalogue', () => {
  it('keeps ids, levels and statements, which others rely on', async () => {
    const lines = catalogue.map(({ id, level, title }) => `${id} ${level} ${title}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('catalogue.txt')
  })

  it('has every family whole', () => {
    const counts = families.map(({ name, requirements }) => `${name} ${requirements.length}`)
    expect(counts.join(', ')).toMatchInlineSnapshot(
      `"ENV 3, AUTHZ 13, TOKEN 18, ORG 6, REFRESH 11, BEARER 9, UPDATE 18, PLEDGED 6, DESIGNATION 7, ADVISOR 8, ERROR 4, VERSION 1, LIMIT 1, PARTNER 18"`,
    )
    expect(catalogue).toHaveLength(serviceRequirements.length + partnerRequirements.length)
  })

  it.each(families)('numbers $name from 1 without a gap', ({ name, requirements }) => {
    expect(requirements.map(({ id }) => id)).toEqual(requirements.map((_, index) => `${name}-${index + 1}`))
  })

  it('has no id twice and no title twice', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
    expect(new Set(catalogue.map(({ title }) => title)).size).toBe(catalogue.length)
  })

  it.each(catalogue)('$id has one sentence and a source', ({ title, source }) => {
    expect(title).toMatch(/^[A-Z].{30,}[^.\s]$/)
    expect(source).toMatch(/^[A-Z].*\S$/)
  })

  it('cites RFCs by section', () => {
    const citations = catalogue.flatMap(({ source }) =>
      source.split('; ').filter((part) => part.startsWith('RFC')),
    )
    for (const citation of citations) {
      expect(citation).toMatch(/^RFC \d{4} §\d+(\.\d+)*(, (§\d+(\.\d+)*|Appendix [A-Z]\.\d+))*$/)
    }
  })
})

describe('looking up a requirement', () => {
  it('finds it by id, on either side', () => {
    expect(requirementById('TOKEN-3').level).toBe('MUST')
    expect(requirementById('PARTNER-2').level).toBe('SHOULD')
    expect(() => requirementById('TOKEN-99')).toThrow(UnknownRequirementError)
  })

  it('tells its family', () => {
    expect(familyOf('DESIGNATION-6')).toBe('DESIGNATION')
    expect(familyOf('PARTNER-1')).toBe('PARTNER')
    expect(() => familyOf('TOKEN')).toThrow(UnknownRequirementError)
  })

  it("knows the ids of the service's side, in types too", () => {
    expect(isRequirementId('TOKEN-3')).toBe(true)
    expect(isRequirementId('token-3')).toBe(false)
    expect(isRequirementId('PARTNER-1')).toBe(false)
    expectTypeOf<'LIMIT-1'>().toExtend<RequirementId>()
    expectTypeOf<'TOKEN-99'>().not.toExtend<RequirementId>()
    expectTypeOf<'PARTNER-1'>().not.toExtend<RequirementId>()
    expectTypeOf<'PARTNER-18'>().toExtend<PartnerRequirementId>()
  })
})

describe('selecting requirements', () => {
  it('takes ids and families in any letter case, and keeps catalogue order', () => {
    expect(idsOf(['token-3', 'Env'])).toEqual(['ENV-1', 'ENV-2', 'ENV-3', 'TOKEN-3'])
  })

  it('takes levels', () => {
    expect(new Set(selectRequirements(['may']).map(({ level }) => level))).toEqual(new Set(['MAY']))
    expect(idsOf(['MUST', 'should', 'MAY'])).toEqual(serviceRequirements.map(({ id }) => id))
    expect(selectPartnerRequirements(['SHOULD', 'MUST'])).toEqual(partnerRequirements)
  })

  it('takes each once', () => {
    expect(idsOf(['VERSION', 'VERSION-1', ' version '])).toEqual(['VERSION-1'])
  })

  it('does not take one id for the start of another', () => {
    expect(idsOf(['UPDATE-1'])).toEqual(['UPDATE-1'])
  })

  it.each([
    ['UPDATE4', 'unknown requirement "UPDATE4": did you mean UPDATE-4?'],
    ['auth', 'unknown requirement "auth": did you mean AUTHZ?'],
    ['SHOUD', 'unknown requirement "SHOUD": did you mean SHOULD?'],
    ['LIMIT-2', 'unknown requirement "LIMIT-2": did you mean LIMIT-1?'],
    ['', `unknown requirement "": the families are ${serviceFamilies()}`],
    ['PARTNER-1', `unknown requirement "PARTNER-1": the families are ${serviceFamilies()}`],
    ['a\nb', `unknown requirement "a\\nb": the families are ${serviceFamilies()}`],
  ])('refuses %j in one line', (selector, message) => {
    expect(() => selectRequirements(['TOKEN', selector])).toThrow(new UnknownRequirementError(selector))
    expect(new UnknownRequirementError(selector).message).toBe(message)
  })
})

function serviceFamilies(): string {
  return 'ENV, AUTHZ, TOKEN, ORG, REFRESH, BEARER, UPDATE, PLEDGED, DESIGNATION, ADVISOR, ERROR, VERSION, LIMIT'
}
