import { randomUUID } from 'node:crypto'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { isAccepted, isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure, expect, type Table } from '../../../harness/authoring/index.ts'
import { ADDRESSES } from '../../axes/addresses.ts'
import { methodOf } from '../../axes/in-turn.ts'
import { SCRIPT_TEXTS } from '../../axes/letters.ts'
import { type TextRow, textRows } from '../../axes/text-rows.ts'
import { MEMO_TEXTS, OPEN_TEXTS, ORDINARY_TEXTS } from '../../axes/texts.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { isKept } from '../../support/kept.ts'

/** An advisor with many values at once. */
export interface AdvisorPack {
  readonly advisor: Readonly<Record<string, string>>
  readonly by: UpdateMethod
  /** Whether some of the values may be refused. */
  readonly isOpen: boolean
}

const NAMES = ['first_name', 'middle_name', 'last_name', 'title', 'firm_name', 'bio'] as const

/** Addresses of pages, each with something of its own. */
const PAGES = [
  'https://example.com',
  'https://example.com/',
  'https://www.example.com/a/b.html',
  'https://example.com/a?b=c&d=%20e#f',
  'https://adviserinfo.example.com/individual/summary/10472583',
  'https://example.com/~ada/A_(b)',
  'https://example.com:8443/Ada',
]

const texts: Table<TextRow<string>> = {
  ...textRows(NAMES, ORDINARY_TEXTS),
  ...textRows(['bio'], MEMO_TEXTS),
  ...textRows(NAMES, SCRIPT_TEXTS, { every: 4 }),
  ...textRows(NAMES, OPEN_TEXTS, { isOpen: true, every: 3 }),
}

/** The rows, each with an address: every shape, and then one of its own, for advisors are told apart by it. */
export const ADVISOR_PACKS: Table<AdvisorPack> = Object.fromEntries(
  Object.entries(texts).map(([name, { body, isOpen }], index) => {
    const email = Object.values(ADDRESSES)[index] ?? `advisor.${index}@example.com`
    const sec_url = PAGES[index % PAGES.length] ?? ''
    return [name, { advisor: { email, ...body, sec_url }, by: methodOf(index), isOpen }]
  }),
)

/**
 * Judges that such an advisor is accepted and linked with all its values, as far as the target shows them. Where not, each
 * value is sent by itself with an address that is new: what a service does with an advisor whom it knows is open.
 */
export async function expectAdvisorPack(
  context: Context,
  donation: string,
  pack: AdvisorPack,
): Promise<void> {
  const { advisor, by, isOpen } = pack
  const exchange = await context.api.update(by, donation, { advisor })
  const altered = isAccepted(exchange) ? await alteredFields(context, donation, exchange, advisor) : []
  if (isAccepted(exchange) && altered.length === 0) {
    expect(exchange).toBeAccepted()
    return
  }
  let taken = 0
  for (const [field, value] of Object.entries(advisor)) {
    const alone = field === 'email' ? { email: value } : { email: newAddress(), [field]: value }
    const answer = isOpen
      ? await context.api.update(by, donation, { advisor: alone })
      : await expectAccepted(context, donation, { advisor: alone }, by)
    if (!isAccepted(answer)) continue
    taken++
    const wrong = await alteredFields(context, donation, answer, alone)
    ensure(
      wrong.length === 0,
      `the advisor's ${field}, as it was sent: ${JSON.stringify(value)}`,
      wrong.join(', '),
      [answer],
    )
  }
  // The address by itself is no open value.
  if (isOpen && taken <= 1) throw new NotApplicableError('each of the values is refused, which is open')
  if (!isOpen && !isAccepted(exchange))
    await expectAccepted(context, donation, { advisor: { ...advisor, email: newAddress() } }, by)
}

function newAddress(): string {
  return `advisor-${randomUUID().slice(0, 8)}@example.com`
}

/** The fields of the advisor that the target shows with another value, and that value. */
async function alteredFields(
  context: Context,
  donation: string,
  exchange: Exchange,
  advisor: UpdateBody,
): Promise<readonly string[]> {
  const wrongIn = (shown: unknown) =>
    isJsonObject(shown)
      ? Object.entries(advisor).filter(
          ([field, sent]) => field in shown && !isSame(field, sent, shown[field]),
        )
      : []
  const shown = { record: recordOf(exchange) ?? {}, exchange }
  const now = await hiddenValue(context, donation, shown, 'advisor', (value) => wrongIn(value).length === 0)
  const value = now.seen && isJsonObject(now.value) ? now.value : {}
  return wrongIn(value).map(([field]) => `${field} ${JSON.stringify(value[field])}`)
}

/** An advisor who is known already may have the address in another letter case. */
function isSame(field: string, sent: unknown, shown: unknown): boolean {
  if (field !== 'email') return isKept(field, sent, shown)
  return typeof shown !== 'string' || shown.toLowerCase() === String(sent).toLowerCase()
}
