import { RawBody } from '../../client/donations/api.ts'
import { jsonObjectOf, jsonOf, mediaType, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { PLAIN_DONOR, recordOf, reset, type UpdateBody } from '../support/donation.ts'
import { REJECTIONS } from '../support/rejections.ts'

/** What the contract leaves open about an update: recorded, never judged. */
const OPEN_BODIES: Readonly<Record<string, UpdateBody>> = {
  'an unknown field': { nickname: 'Ada' },
  'an explicit null for a donor field': { donor_city: null },
  'an explicit null for the memo': { memo: null },
  'an empty string': { donor_address_line_2: '' },
  'a string of 1,000 characters': { donor_city: 'a'.repeat(1_000) },
  'a string of 100,000 characters': { memo: 'a'.repeat(100_000) },
  'a control character': { donor_city: 'Ro\u0007me' },
  'a NUL character': { donor_city: 'Ro\u0000me' },
  'a line break': { donor_address_line_1: 'one\ntwo' },
  'surrounding blanks': { donor_city: ' Rome ' },
}

/** How the bytes of one ordinary update may be dressed. */
const DRESSED: Readonly<Record<string, readonly [RawBody, Readonly<Record<string, string>>]>> = {
  'text/plain': [new RawBody('{"donor_city":"Rome"}'), { 'content-type': 'text/plain' }],
  'a form': [new RawBody('donor_city=Rome'), { 'content-type': 'application/x-www-form-urlencoded' }],
  'application/merge-patch+json': [
    new RawBody('{"donor_city":"Rome"}'),
    { 'content-type': 'application/merge-patch+json' },
  ],
  'a charset parameter': [
    new RawBody('{"donor_city":"Rome"}'),
    { 'content-type': 'application/json; charset=utf-8' },
  ],
  'duplicate keys': [new RawBody('{"donor_city":"Rome","donor_city":"Milan"}'), {}],
  'a byte order mark': [new RawBody('\ufeff{"donor_city":"Rome"}'), {}],
}

/** One status, and what became of the values sent. */
function outcomeOf(exchange: Exchange, sent: UpdateBody = {}): string {
  const record = recordOf(exchange)
  if (!record) return `${statusOf(exchange)}`
  const shown = Object.keys(sent).filter((field) => field in record)
  const kept = shown.filter((field) => record[field] === sent[field])
  const fate = shown.length === 0 ? '' : kept.length === shown.length ? ', kept as sent' : ', altered or left'
  return `${statusOf(exchange)}${fate}`
}

/** The keys of an error body, which say what shape it has and nothing that changes from run to run. */
function shapeOf(exchange: Exchange): string {
  const body = jsonOf(exchange)
  const keys =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).toSorted() : []
  const shape = Array.isArray(body) ? 'an array' : keys.length ? `keys ${keys.join(', ')}` : typeof body
  return `${statusOf(exchange)} ${mediaType(exchange) || 'without content type'}, ${shape}`
}

function headerNames({ response }: Exchange): string {
  return Object.keys(response?.headers ?? {})
    .toSorted()
    .join(', ')
}

/** Headers whose values clients rely on, and that say the same from run to run. */
const TELLING_HEADERS = ['content-type', 'cache-control']

function observeHeaders({ observe }: Context, what: string, exchange: Exchange): void {
  observe(`headers of ${what}`, headerNames(exchange))
  for (const name of TELLING_HEADERS)
    observe(`${name} of ${what}`, exchange.response?.headers[name]?.join(', ') ?? 'none')
}

requirement('UPDATE-18', 'values').cases(OPEN_BODIES, async (context, body, name) => {
  const donation = await context.donation()
  context.observe(name, outcomeOf(await context.api.update('PATCH', donation, body), body))
  await reset(context, donation)
})

requirement('UPDATE-18', 'dress').cases(DRESSED, async (context, [body, headers], name) => {
  const donation = await context.donation()
  const exchange = await context.api.update('PATCH', donation, body, { headers })
  context.observe(name, outcomeOf(exchange))
  await reset(context, donation)
})

requirement('UPDATE-18', 'a path without /v1', async (context) => {
  const donation = await context.donation()
  const exchange = await context.api.update('PATCH', donation, PLAIN_DONOR, { prefix: '' })
  context.observe('a path without /v1', outcomeOf(exchange))
})

requirement('UPDATE-18', 'the record', async (context) => {
  const { record, exchange } = await reset(context, await context.donation())
  context.observe('status of an accepted update', `${statusOf(exchange)}`)
  context.observe('fields of the record', Object.keys(record).toSorted().join(', '))
  observeHeaders(context, 'an accepted update', exchange)
})

requirement('UPDATE-18', 'different fields of one donation at the same moment', async (context) => {
  const donation = await context.donation()
  await reset(context, donation)
  const [one, other] = [{ donor_first_name: 'Ada' }, { donor_last_name: 'Lovelace' }]
  await Promise.all([
    context.api.update('PATCH', donation, one),
    context.api.update('PATCH', donation, other),
  ])
  const { record } = await reset(context, donation, { donor_city: 'Rome' })
  const kept = record.donor_first_name === 'Ada' && record.donor_last_name === 'Lovelace'
  context.observe('updates of different fields at the same moment', kept ? 'both are kept' : 'one is lost')
})

requirement('ERROR-4').cases(REJECTIONS, async (context, provoke, name) => {
  context.observe(name, shapeOf(await provoke(context)))
})

requirement('LIMIT-1', async (context) => {
  const { oauth, target, observe } = context
  const { expiresIn, exchange } = await oauth.signIn()
  observe('expires_in', `${expiresIn ?? 'not given'}`)
  observe(
    'fields of the token response',
    Object.keys(jsonObjectOf(exchange) ?? {})
      .toSorted()
      .join(', '),
  )
  observeHeaders(context, 'the token response', exchange)
  const { codeLifetimeSeconds } = target
  observe(
    'code lifetime',
    codeLifetimeSeconds === undefined ? 'not known' : `${codeLifetimeSeconds} s as configured`,
  )
})
