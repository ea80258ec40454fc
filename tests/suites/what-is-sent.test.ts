import { expect, onTestFinished, test } from 'vitest'
import type { TargetConfig } from '../../client/environment/config.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { ASSIGNED_COUNTRIES, GATED_FIELDS } from '../../contract/index.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { STEP_KINDS, sequencesOfWords } from '../../suites/axes/steps.ts'
import { LETTERS, MEMO_TEXTS, ORDINARY_TEXTS, PAIRS_OF_LETTERS } from '../../suites/axes/texts.ts'
import {
  afterRefusals,
  wordsOfThree,
  wordsOfTwoPledged,
} from '../../suites/donation/update/model/sequences.ts'
import { ORDINARY_ROWS } from '../../suites/donation/values/value-rows.ts'
import { suites } from '../../suites/index.ts'

/** Whatever the seed is, with as few generated cases as there may be. */
async function sentBy(
  requirement: string,
  variants: readonly string[] = [],
  configured: Partial<TargetConfig> = {},
) {
  const opened = await openMock({ policies: applyAll(contractPolicies, { variants }) })
  onTestFinished(opened.close)
  const target = { ...opened.target, ...configured }
  const settings = { target, seed: 4711, runs: 1, strict: false, once: true, only: [requirement] }
  const { exchanges } = await runOnThrowaway(settings, suites)
  return { target, exchanges: exchanges.filter((one) => one.requirement === requirement) }
}

const updatesOf = (exchanges: readonly Exchange[]) =>
  exchanges.filter(({ request }) => request.url.includes('/v1/donations/'))

const fieldsOf = ({ request }: Exchange) => Object.keys(JSON.parse(request.body || '{}')).join()

test('each gated field of each donation by each method', async () => {
  const { target, exchanges } = await sentBy('PLEDGED-2')
  const updates = exchanges.filter(({ request }) => request.url.includes('/donations/'))
  const sent = new Set(
    updates.map((one) => [one.request.method, one.request.url.split('/').at(-1), fieldsOf(one)].join(' ')),
  )
  const wanted = target.nonPledgedDonationIds.flatMap((id) =>
    ['PATCH', 'PUT'].flatMap((method) => GATED_FIELDS.map((field) => `${method} ${id} ${field}`)),
  )
  expect(wanted.filter((one) => !sent.has(one))).toEqual([])
})

test('a sequence that is shown is JSON: no step has a member that is undefined', async () => {
  const { target, close } = await openMock()
  onTestFinished(close)
  const sequences = [wordsOfThree(target), wordsOfTwoPledged(target), afterRefusals(target, 'pledged')]
  const moves = sequences.flatMap((one) => Object.values(one).flat())
  expect(moves.filter((move) => Object.values(move).includes(undefined))).toEqual([])
})

test('every word of three kinds of step is in a sequence', () => {
  const words = sequencesOfWords(3, 12).flatMap((kinds) =>
    kinds.slice(2).map((_, index) => kinds.slice(index, index + 3).join()),
  )
  expect(new Set(words).size).toBe(STEP_KINDS.length ** 3)
})

test.each([
  ['donor_city', { ...ORDINARY_TEXTS, ...LETTERS }],
  ['memo', { ...MEMO_TEXTS, ...ORDINARY_TEXTS, ...LETTERS }],
  ['source', { ...MEMO_TEXTS, ...ORDINARY_TEXTS, ...PAIRS_OF_LETTERS }],
  ['advisor.bio', { ...MEMO_TEXTS, ...ORDINARY_TEXTS, ...LETTERS }],
  ['donor_country', Object.fromEntries(ASSIGNED_COUNTRIES.map((code) => [code, code]))],
])('%s has every value of its own in some row', (field, values) => {
  const sent = new Set(ORDINARY_ROWS.map(({ cells }) => cells[field]?.value))
  expect(Object.values(values).filter((value) => !sent.has(value))).toEqual([])
})

test('every eighth row is of what any donation takes, and is sent to one that is not pledged', async () => {
  const { target, exchanges } = await sentBy('UPDATE-9')
  const isGated = (one: Exchange) => GATED_FIELDS.some((field) => fieldsOf(one).includes(field))
  const rows = updatesOf(exchanges).filter((one) => fieldsOf(one).split(',').length > 10)
  const donationOf = ({ request }: Exchange) => request.url.split('/').at(-1) ?? ''
  const others = rows.filter((one) => !isGated(one))
  expect(others).toHaveLength(Math.floor(ORDINARY_ROWS.length / 8))
  expect(others.filter((one) => !target.nonPledgedDonationIds.includes(donationOf(one)))).toEqual([])
})

test('what has to be taken is of letters, digits, blanks and the signs that people write', () => {
  const signs = /^[\p{L}\p{M}\p{Nd} .,'\-/#&()":;+@!?_%]*$/u
  const cells = ORDINARY_ROWS.flatMap((row) => Object.entries(row.cells))
  const texts = cells.filter(([field]) => !/email|sec_url|quantity|country/.test(field))
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.map(([, cell]) => cell?.value).filter((value) => !signs.test(String(value)))).toEqual([])
})

test('rows that several requirements judge are sent once', async () => {
  const { exchanges } = await sentBy('UPDATE-9')
  const countries = updatesOf(exchanges).map(({ request }) => JSON.parse(request.body || '{}').donor_country)
  for (const country of ['zw', 'us', 'jp']) expect(countries.filter((one) => one === country)).toHaveLength(1)
})

test('a text of 70,000 characters fits every service in one field or the other, and does not stay for others to meet', async () => {
  const { exchanges } = await sentBy('ERROR-2')
  const isLong = ({ request }: Exchange) => /"x{70000}"/.test(request.body ?? '')
  const long = exchanges.filter((one) => isLong(one) && one.response?.status !== 413)
  expect(long.flatMap((one) => fieldsOf(one).split(','))).toEqual(
    expect.arrayContaining(['donor_first_name', 'identifier', 'source', 'advisor']),
  )
  for (const one of long.filter(({ response }) => response?.status !== 422)) {
    expect(one.response?.status).toBe(200)
    const path = new URL(one.request.url).pathname
    const later = exchanges.filter(({ id, request }) => id > one.id && new URL(request.url).pathname === path)
    const areShort = later.some((other) => !isLong(other) && fieldsOf(other).startsWith(fieldsOf(one)))
    expect(areShort).toBe(true)
  }
})

test('the id of a designation itself is no malformed one, however a service writes it', async () => {
  const id = '0b1c2d3e4f5061728394a5b6c7d8e9f0'
  const { exchanges } = await sentBy('DESIGNATION-4', [], { designationIds: [id] })
  const sent = updatesOf(exchanges).map(({ request }) => JSON.parse(request.body || '{}').designation_id)
  expect(sent).toContain(`{${id}}`)
  expect(sent).not.toContain(id)
})

test('what has to be taken is no longer than columns of a name and of a line are', () => {
  const longest = (fields: RegExp) =>
    Math.max(
      ...ORDINARY_ROWS.flatMap(({ cells }) =>
        Object.entries(cells).flatMap(([field, { value }]) => (fields.test(field) ? `${value}`.length : [])),
      ),
    )
  expect(longest(/name$|city|province|title/)).toBe(64)
  expect(longest(/address_line/)).toBe(100)
})
