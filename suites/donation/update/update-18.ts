import { recordOf } from '../../../client/donations/record.ts'
import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, requirement, test } from '../../../harness/authoring/index.ts'
import { apply, reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { observeHeaders } from '../../support/headers.ts'
import { FORMATS, sendInFormat } from './formats.ts'
import { OPEN_BODIES, sendOpen } from './open-bodies.ts'

/** Of such a length that no other update is to come behind it. */
const LONG_MEMO: UpdateBody = { memo: 'a'.repeat(100_000) }

/** What the contract leaves open about an update: recorded, never judged. */
export const update18 = requirement(
  'UPDATE-18',
  { irregular: true },
  test('values', async (context) => {
    const { answers } = (await sendOpen(context)).PATCH
    for (const [name, body] of Object.entries(OPEN_BODIES)) {
      const answer = answers[name]
      if (answer) context.observe(name, describeOutcome(answer, body))
    }
  }),
  test('a string of 100,000 characters', async (context) => {
    const donation = await context.donation()
    const exchange = await context.api.update('PATCH', donation, LONG_MEMO)
    context.observe('a string of 100,000 characters', describeOutcome(exchange, LONG_MEMO))
    await reset(context, donation)
  }),
  cases('format', FORMATS, async (context, format, name) => {
    const { PATCH } = await sendInFormat(context, name, format)
    context.observe(name, describeOutcome(PATCH))
  }),
  test('a path without /v1', async (context) => {
    const donation = await context.donation()
    const exchange = await context.api.update('PATCH', donation, PLAIN_DONOR, { prefix: '' })
    context.observe('a path without /v1', describeOutcome(exchange))
  }),
  test('the record', async (context) => {
    const { record, exchange } = await reset(context, await context.donation())
    context.observe('status of an accepted update', `${statusOf(exchange)}`)
    context.observe('fields of the record', Object.keys(record).toSorted().join(', '))
    observeHeaders(context, 'an accepted update', exchange)
  }),
  test('different fields of one donation at the same moment', async (context) => {
    const donation = await context.donation()
    await reset(context, donation)
    await Promise.all([
      context.api.update('PATCH', donation, { donor_first_name: 'Ada' }),
      context.api.update('PATCH', donation, { donor_last_name: 'Lovelace' }),
    ])
    const { record } = await apply(context, donation, { donor_city: 'Rome' })
    const areStored = record.donor_first_name === 'Ada' && record.donor_last_name === 'Lovelace'
    context.observe(
      'updates of different fields at the same moment',
      areStored ? 'both are kept' : 'one is lost',
    )
  }),
)

/** The status, and whether the values sent came back as they were, where the answer shows them. */
function describeOutcome(exchange: Exchange, sent: UpdateBody = {}): string {
  const status = `${statusOf(exchange)}`
  const record = recordOf(exchange)
  const shown = record ? Object.keys(sent).filter((field) => field in record) : []
  if (!record || shown.length === 0) return status
  const isStored = shown.every((field) => record[field] === sent[field])
  return `${status}, ${isStored ? 'kept as sent' : 'altered or left'}`
}
