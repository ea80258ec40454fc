import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { READ_BACK, readBack } from '../../support/read-back.ts'
import { type Shown, shownBy } from '../../support/record.ts'
import { bodyWith } from '../pledged/beside-others.ts'
import { LINKED_ADVISOR } from './examples.ts'
import { advisorName, linkAdvisor, linkAdvisorAgain } from './linked.ts'

/** Every field that any donation takes beside a donor's, but for the advisor. */
const OTHERS = { donor_postal_code: 'AD500', donor_country: 'ad', memo: 'thank you', designation_id: null }

/** Where in the body null stands: in each place once, and first by each method. */
const PLACES = {
  pledged: { PATCH: 'first', PUT: 'last' },
  other: { PATCH: 'middle', PUT: 'first' },
} as const

/** `null` is accepted and clears the advisor. */
export const advisor3 = requirement(
  'ADVISOR-3',
  ...KINDS.map((kind) =>
    cases(kind, BY_BOTH, async (context, by) => {
      const donation = await context.donation(context.requireKind(kind))
      const [designation_id = null] = context.target.designationIds
      // Alone, where a designation is set and where none is.
      await linkAdvisor(context, donation, { designation_id })
      const first = await expectAccepted(context, donation, { advisor: null }, by)
      // What was there may come back with the next thing that is stored.
      const next = kind === 'pledged' && designation_id !== null ? { designation_id } : READ_BACK
      await expectGone(context, donation, first, next)
      await linkAdvisorAgain(context, donation, first, { designation_id: null }, 'PUT')
      const second = await expectAccepted(context, donation, { advisor: null }, by)
      await expectGone(context, donation, second)
      await linkAdvisorAgain(context, donation, second)
      // Cleared with another token than the one that linked it.
      await actAs(context, ownerOf(1 + ((UPDATE_METHODS.indexOf(by) + KINDS.indexOf(kind)) % 2)))
      const others = kind === 'pledged' ? { ...OTHERS, ...PLAIN_GATED, designation_id } : OTHERS
      const beside = { ...PLAIN_DONOR, ...others }
      const body = bodyWith({ advisor: null }, beside, PLACES[kind][by])
      const exchange = await expectAccepted(context, donation, body, by, beside)
      await expectGone(context, donation, exchange)
    }),
  ),
  cases(BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    // A service that refuses an advisor in the same place does not refuse it for being null.
    await expectAccepted(context, donation, { advisor: null }, by, { advisor: LINKED_ADVISOR })
  }),
)

/** Judges that no advisor is linked, in the answer and afterwards, when the donation is read or this is stored. */
async function expectGone(
  context: Context,
  donation: string,
  exchange: Exchange,
  next?: UpdateBody,
): Promise<void> {
  const after = next ? await apply(context, donation, next) : await readBack(context, donation)
  for (const shown of [shownBy(exchange), after]) {
    const left = await remainsOf(context, donation, shown)
    ensure(left === undefined, 'no advisor after null', `advisor ${left}`, [exchange, shown.exchange])
  }
}

/** What is shown of the linked advisor where none should be linked; undefined where nothing is. */
async function remainsOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const isGone = (value: unknown) => value === undefined || isEmptyObject(value)
  const now = await hiddenValue(context, donation, shown, 'advisor', isGone)
  const values = now.seen && isJsonObject(now.value) ? Object.values(now.value) : []
  if (now.seen && isEmptyObject(now.value)) return undefined
  const sent: readonly unknown[] = Object.values(LINKED_ADVISOR)
  const left = values.filter((value) => value !== '' && sent.includes(value))
  return left.length > 0 ? left.join(', ') : advisorName(context, now)
}

/** A service may show no advisor as one whose fields are all empty. */
function isEmptyObject(value: unknown): boolean {
  const values = isJsonObject(value) ? Object.values(value) : []
  return values.length > 0 && values.every((one) => one === null || one === '')
}
