import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../client/http/exchange.ts'
import { signsOf } from '../../../harness/causes/signs.ts'
import { Traffic } from '../../../harness/causes/traffic.ts'
import type { Finding } from '../../../harness/model/violation.ts'

let clock = 1_000

/** An update of a donation, later than those before it. */
function update(
  donation: string,
  body: object,
  { status = 200, token = 'Bearer a', shown = {} } = {},
): Exchange {
  clock += 10
  return {
    id: clock,
    startedAt: clock,
    durationMs: 5,
    request: {
      method: 'PATCH',
      url: `https://api.example/v1/donations/${donation}`,
      headers: { authorization: token },
      body: JSON.stringify(body),
    },
    response: {
      status,
      headers: { 'content-type': ['application/json'] },
      body: JSON.stringify({ data: { id: donation, ...shown } }),
      bytes: 40,
    },
  }
}

function trafficOf(...exchanges: readonly Exchange[]): Traffic {
  const traffic = new Traffic({ pledgedDonationIds: ['p'], nonPledgedDonationIds: ['a', 'b'] })
  for (const exchange of exchanges) traffic.observe(exchange)
  return traffic
}

const finding = (wrong: Finding['wrong'], ...exchanges: readonly Exchange[]): Finding => ({
  expected: 'what was left out to stay as it was',
  received: 'something else',
  exchanges,
  ...(wrong && { wrong }),
})
const city = (shown?: string) => [{ field: 'donor_city', shown }]

describe('where a wrong value came from', () => {
  const before = update('a', { donor_city: 'Rome' })
  const own = update('a', { donor_city: 'Oslo' })
  const other = update('b', { donor_city: 'Lima' })
  const read = update('a', {})
  const traffic = trafficOf(before, own, other, read)
  test.each([
    ['Lima', 'written to another donation: donor_city'],
    ['Oslo', 'sent last: donor_city'],
    ['Rome', 'there before: donor_city'],
    ['', 'lost: donor_city'],
    ['OSLO', 'altered: donor_city'],
  ])('%s: %s', (shown, sign) => {
    expect(signsOf(finding(city(shown), read), { traffic })).toEqual([sign])
  })

  test('a field that one of the answers lacks is no value that changed', () => {
    expect(signsOf(finding(city(), read), { traffic })).toEqual([
      'a field that the answer lacks',
      'lost: donor_city',
    ])
    expect(
      signsOf(finding([{ field: 'donor_city', shown: 'Oslo', wasMissing: true }], read), { traffic }),
    ).toContain('a field that the answer lacks')
    expect(signsOf(finding([{ field: 'memo', shown: undefined }], read), { traffic })).toEqual(['lost: memo'])
  })

  test('what another donation was sent before the own value was set is no sign', () => {
    const later = update('a', { donor_city: 'Bonn' })
    const last = update('a', {})
    const all = trafficOf(other, later, last)
    expect(signsOf(finding(city('Lima'), last), { traffic: all })).toEqual(['altered: donor_city'])
  })

  test('what was sent and refused', () => {
    const refused = update('a', { donor_city: 'Kyiv' }, { status: 422 })
    expect(signsOf(finding(city('Kyiv'), refused), { traffic: trafficOf(refused) })).toEqual([
      'sent and refused: donor_city',
    ])
  })

  test('only letters beyond plain ones are altered', () => {
    const sent = update('p', { donor_city: 'Renée' })
    expect(signsOf(finding(city('Ren?e'), sent), { traffic: trafficOf(sent) })).toEqual([
      'altered beyond plain letters: donor_city',
      'wrong while pledged: donor_city',
    ])
  })

  test('only the id of the answer is another', () => {
    const lone = finding([{ field: 'id', shown: 'A' }], own, read)
    expect(signsOf(lone, { traffic })).toContain('the id of an answer')
    const more = finding([{ field: 'id', shown: 'A' }, ...city('Lima')], own, read)
    expect(signsOf(more, { traffic })).not.toContain('the id of an answer')
  })

  test('a value that is nested deeper than any stack', () => {
    const deep = (inmost: string) => `${'['.repeat(10_000)}${inmost}${']'.repeat(10_000)}`
    const updated = (sent: string, shown: string): Exchange => {
      const { request, response, ...rest } = update('a', {})
      return {
        ...rest,
        request: { ...request, body: `{"memo":${deep(sent)}}` },
        ...(response && { response: { ...response, body: `{"data":{"id":"a","memo":${deep(shown)}}}` } }),
      }
    }
    const nested = (inmost: string): unknown => JSON.parse(deep(inmost))
    const signsWhere = (sent: string, shown: string) => {
      const exchange = updated(sent, shown)
      return signsOf(finding([{ field: 'memo', shown: nested(shown) }], exchange), {
        traffic: trafficOf(exchange),
      })
    }
    expect(signsWhere('1', '1')).toEqual(['sent last: memo'])
    expect(signsWhere('1', '2')).toEqual(['altered: memo'])
  })
})

describe('a refused token', () => {
  const gone = 'refused: its token worked before and never again'
  const accepted = update('a', {})
  const refused = update('a', {}, { status: 401 })

  test('that worked before, and never again', () => {
    expect(signsOf(finding(undefined, refused), { traffic: trafficOf(accepted, refused) })).toContain(gone)
  })

  test('that works again later has not died', () => {
    const traffic = trafficOf(accepted, refused, update('a', {}))
    const signs = signsOf(finding(undefined, refused), { traffic })
    expect(signs).not.toContain(gone)
    expect(signs).toContain('refused: its token worked again later')
  })

  test('that never worked has not died', () => {
    expect(signsOf(finding(undefined, refused), { traffic: trafficOf(refused) })).not.toContain(gone)
  })
})
