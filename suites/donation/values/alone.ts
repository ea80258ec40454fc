import { randomUUID } from 'node:crypto'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import {
  type Context,
  describeFields,
  ensure,
  expect,
  wrongFields,
} from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenStored } from '../../support/expect-hidden-stored.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { type Shown, shownBy, shownIfAny } from '../../support/record.ts'
import { isStored } from '../../support/stored.ts'
import { alteredMembers } from './sent-row.ts'
import type { ValueRow } from './value-rows.ts'

/**
 * Sends one value of a row by itself.
 * @returns whether it was accepted.
 * @throws ViolationError where it is altered, or refused and may not be; InconclusiveError where simpler updates fail too.
 */
export async function storeAlone(
  context: Context,
  donation: string,
  row: ValueRow,
  field: string,
): Promise<boolean> {
  const value = row.cells[field]?.value
  const [, member] = field.split('.')
  if (member !== undefined) return linkAlone(context, donation, row, { [member]: value })
  const body = { [field]: value }
  const isShown = SETTABLE_FIELDS.some((one) => one === field)
  if (isShown) await reset(context, donation)
  const exchange = await send(context, donation, row, body)
  if (!isAccepted(exchange)) return false
  if (isShown) {
    expectSame(body, field, shownBy(exchange), [])
    expectSame(body, field, await readBack(context, donation), [exchange])
  } else {
    expect(exchange).toBeAccepted()
    await expectHiddenStored(context, donation, exchange, body)
  }
  return true
}

function send(
  context: Context,
  donation: string,
  { by, isOpen }: { readonly by: UpdateMethod; readonly isOpen: boolean },
  body: UpdateBody,
): Promise<Exchange> {
  return isOpen ? context.api.update(by, donation, body) : expectAccepted(context, donation, body, by)
}

/** Links an advisor with one value, and an address that is new: what is done with one that is known is open. */
async function linkAlone(
  context: Context,
  donation: string,
  row: ValueRow,
  member: UpdateBody,
): Promise<boolean> {
  const advisor =
    'email' in member ? member : { email: `advisor-${randomUUID().slice(0, 8)}@example.com`, ...member }
  const exchange = await send(context, donation, row, { advisor })
  if (!isAccepted(exchange)) return false
  const shown = shownIfAny(exchange)
  const isLinked = (value: unknown) => alteredMembers(advisor, value).length === 0
  const now = await hiddenValue(context, donation, shown, 'advisor', isLinked)
  const wrong = now.seen ? alteredMembers(advisor, now.value) : []
  ensure(
    wrong.length === 0,
    `the advisor as it was sent: ${JSON.stringify(advisor)}`,
    now.seen ? JSON.stringify(now.value ?? null) : 'none',
    [exchange],
  )
  return true
}

/** As `expectShown`, but the domain of an address may come back in another letter case. */
function expectSame(
  sent: UpdateBody,
  field: string,
  { record, exchange }: Shown,
  cause: readonly Exchange[],
): void {
  const isSame = isStored(field, sent[field], record[field])
  const expected = `${describeFields([field], sent)}, as it was sent`
  ensure(isSame, expected, wrongFields([field], record), [...cause, exchange])
}
