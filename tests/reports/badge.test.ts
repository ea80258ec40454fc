import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Outcome } from '../../harness/model/result.ts'
import { badgeSvg } from '../../reports/badge.ts'
import { requirement, run } from './samples.ts'

const svgOf = (outcome: Outcome) => badgeSvg({ ...run([requirement({ id: 'TOKEN-3' })]), outcome })

test.each<Outcome>(['conforms', 'violates', 'undecided', 'error'])(
  '%s is written, for eyes and ears',
  (outcome) => {
    const $ = load(svgOf(outcome), { xml: true })
    expect($('text').last().text()).toBe(outcome)
    expect($('svg').attr('aria-label')).toBe(`donation contract: ${outcome}`)
    expect($('title').text()).toBe(`donation contract: ${outcome}`)
  },
)

test('it is well-formed, runs nothing and loads nothing', async () => {
  const svg = svgOf('undecided')
  const { errors } = await validateXML({
    xml: [{ fileName: 'badge.svg', contents: svg }],
    extension: 'schema',
    schema: anySvg,
  })
  expect(errors).toEqual([])
  expect(svg).not.toMatch(/<script|<image|href=|\son\w+=/)
})

/** Lets any element and attribute be: what is asked is whether the file is XML. */
const anySvg = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg" elementFormDefault="qualified">
<xs:element name="svg"><xs:complexType><xs:sequence><xs:any processContents="skip" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`
