import { readFile } from 'node:fs/promises'
import { type CheerioAPI, load } from 'cheerio'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { junitXml } from '../../reports/junit.ts'
import { visible } from '../../reports/text.ts'
import { hostileRun } from './hostile.ts'
import { mixedRun, partlyBroken, requirement, reusedCode, run } from './samples.ts'

const schema = await readFile(new URL('./junit.xsd', import.meta.url), 'utf8')

async function schemaErrors(...documents: string[]): Promise<string[]> {
  const xml = documents.map((contents, index) => ({ fileName: `junit-${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema })
  return errors.map(({ message }) => message)
}

const parse = (xml: string): CheerioAPI => load(xml, { xml: true })
const testcase = ($: CheerioAPI, id: string) => $(`testcase[name^="${id} "]`)

describe('what each verdict becomes', () => {
  const $ = parse(junitXml(mixedRun))

  test('a case a requirement, named by id and title, with its family as class and suite', () => {
    expect(testcase($, 'TOKEN-3').attr()).toEqual({
      name: 'TOKEN-3 What TOKEN-3 asks of the service',
      classname: 'TOKEN',
      time: '0.120',
    })
    expect(
      $('testsuite')
        .map((_, suite) => $(suite).attr('name'))
        .get(),
    ).toEqual(['AUTHZ', 'TOKEN', 'REFRESH'])
  })

  test('pass: an empty case', () => {
    expect(testcase($, 'AUTHZ-1').children()).toHaveLength(0)
  })

  test('fail: a failure, in one line and in full', () => {
    const failure = testcase($, 'TOKEN-3').children('failure')
    expect(failure.attr('type')).toBe('MUST')
    expect(failure.attr('message')).toBe(
      'second exchange: expected 4xx with error invalid_grant, and no token, received 200 with a token response',
    )
    expect(failure.text()).toContain('Errors; RFC 6749, 4.1.2')
    expect(failure.text()).toContain(reusedCode.curl[0])
  })

  test('inconclusive and not-applicable: skipped, with the reason', () => {
    const skipped = 'inconclusive: how long a code lives is not known (needs SANDBOX_CODE_LIFETIME_SECONDS)'
    expect(testcase($, 'TOKEN-6').children('skipped').attr('message')).toBe(skipped)
    expect(testcase($, 'TOKEN-6').children('skipped').text()).toBe(skipped)
    expect(testcase($, 'REFRESH-4').children('skipped').attr('message')).toBe(
      'not-applicable: the service does not rotate refresh tokens',
    )
  })

  test('warn and observed: passes that say what was seen', () => {
    expect(testcase($, 'TOKEN-12').children('failure')).toHaveLength(0)
    expect(testcase($, 'TOKEN-12').children('system-out').text()).toContain('received    no Cache-Control')
    expect(testcase($, 'TOKEN-14').children('system-out').text()).toBe(
      'observed JSON body: 400 invalid_request',
    )
  })

  test('warn in a strict run: a failure', () => {
    const strict = parse(junitXml({ ...mixedRun, run: { ...mixedRun.run, strict: true } }))
    expect(testcase(strict, 'TOKEN-12').children('failure').attr('type')).toBe('SHOULD')
  })

  test('a baseline that is out of date: a failure of the run', () => {
    const stale = { known: [], beyond: [], unseen: [], expired: [], stale: ['TOKEN-3'] }
    const failed = parse(junitXml(run([requirement({ id: 'TOKEN-3' })], { baseline: stale })))
    expect(failed('testcase[classname="RUN"]').children('failure').attr('message')).toContain(
      'TOKEN-3 is kept again: renew the baseline.',
    )
  })

  test('error: an error', () => {
    expect(testcase($, 'REFRESH-9').children('error').text()).toBe(
      'TypeError: the suite read a field of undefined',
    )
  })

  test('the properties of a requirement stand in the suite of its family', () => {
    const property = (name: string) =>
      $(`testsuite[name=TOKEN] > properties > [name="${name}"]`).attr('value')
    expect(property('TOKEN-12.id')).toBe('TOKEN-12')
    expect(property('TOKEN-12.level')).toBe('SHOULD')
    expect(property('TOKEN-12.verdict')).toBe('warn')
    expect(property('TOKEN-12.source')).toBe('Errors; RFC 6749, 4.1.2')
  })
})

describe('a run without a result is red', () => {
  test('when it could not be finished', () => {
    const $ = parse(junitXml(run([], { problem: 'the service refused the connection' })))
    expect($('testsuites').attr('errors')).toBe('1')
    expect($('testcase[classname=RUN] > error').text()).toBe('the service refused the connection')
  })

  test('when it decided nothing', () => {
    const $ = parse(junitXml(run([requirement({ id: 'ORG-3', verdict: 'inconclusive' })])))
    expect($('testcase[classname=RUN] > error').text()).toBe('the run decided no requirement')
  })
})

test('the schema refuses what viewers misread', async () => {
  const xml = junitXml(mixedRun)
  expect(await schemaErrors(xml)).toEqual([])
  expect(await schemaErrors(xml.replace(/tests="\d+"/, 'tests="many"'))).not.toEqual([])
  expect(await schemaErrors(xml.replace('time="0.120"', 'time="1e-7"'))).not.toEqual([])
  expect(await schemaErrors(xml.replaceAll('<failure', '<failed'))).not.toEqual([])
})

test('whatever a service sends, the file is valid, adds up, and keeps the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileRun, { minLength: 20, maxLength: 20 }), async (runs) => {
      const documents = runs.map((one) => junitXml(one))
      expect(await schemaErrors(...documents)).toEqual([])
      for (const [index, document] of documents.entries()) {
        const $ = parse(document)
        expectCountsToAddUp($)
        for (const text of textsOf(runs[index])) expect($.text()).toContain(visible(text))
      }
    }),
    { numRuns: 5, seed: 1, endOnFailure: true },
  )
})

function textsOf(result: ReturnType<typeof run> | undefined): string[] {
  return (result?.requirements ?? []).flatMap(({ verdict, reason, violations }) => {
    if (verdict === 'fail' || verdict === 'warn')
      return violations.slice(0, 3).flatMap(({ received }) => received.split('\n'))
    return verdict === 'inconclusive' || verdict === 'error' ? [reason ?? ''] : []
  })
}

function expectCountsToAddUp($: CheerioAPI): void {
  const counted = { tests: 'testcase', failures: 'failure', errors: 'error', skipped: 'skipped' }
  for (const [attribute, element] of Object.entries(counted)) {
    for (const suite of $('testsuite').get())
      expect($(suite).attr(attribute)).toBe(String($(suite).find(element).length))
    if (attribute !== 'skipped') expect($('testsuites').attr(attribute)).toBe(String($(element).length))
  }
}

test('the text of a failure tells the pattern, and shows what is of one kind once', () => {
  const text = parse(junitXml(run([partlyBroken])))('failure').text()
  expect(text).toContain('every field: 13 of 84 rows fail: 12 with identifier and memo')
  expect(text.match(/received/g)).toHaveLength(2)
  expect(text).toContain('and 11 more of the kind')
})

test('the times of the cases add up to that of the run, and what each took by itself is a property', () => {
  const long = ['TOKEN-3', 'TOKEN-5', 'AUTHZ-1'].map((id) => requirement({ id, durationMs: 4_000 }))
  const $ = parse(junitXml(run(long, { run: { durationMs: 6_000 } })))
  const times = $('testcase').map((_, one) => Number($(one).attr('time')))
  expect(times.get()).toEqual([2, 2, 2])
  expect($('testsuites').attr('time')).toBe('6.000')
  expect($('property[name="TOKEN-3.seconds"]').attr('value')).toBe('4.000')
})
