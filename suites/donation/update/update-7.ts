import fc from 'fast-check'
import { RawBody, UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { unlessUndecided } from '../../../contract/verdict.ts'
import { malformedBody, nonObjectBody } from '../../../generators/index.ts'
import { axis, expect, packed, property, requirement, type Shared } from '../../../harness/authoring/index.ts'
import { everySecond } from '../../axes/alternating.ts'
import { anyMethod } from '../../axes/methods.ts'
import { LOOKALIKES } from '../../axes/spellings.ts'
import { apply, reset } from '../../support/apply.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { canLook } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { differences, type Shown } from '../../support/record.ts'
import {
  expectHiddenUnchanged,
  type Hidden,
  hiddenAfter,
  hiddenOf,
  isAsExpected,
} from './model/hidden-unchanged.ts'
import { expectUnchangedByRefused } from './unchanged-by-refused.ts'

/** Bodies that are no JSON object, as they are sent; undefined is no body at all. */
const NO_OBJECTS: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  'an empty one': '',
  array: '[]',
  // By RFC 6902 whoever takes it for a patch sets the other member aside.
  'array of an object': '[{"op":"replace","path":"/donor_city","value":"Rome","donor_city":"Rome"}]',
  string: '"donor_city"',
  'empty string': '""',
  number: '7',
  zero: '0',
  true: 'true',
  false: 'false',
  null: 'null',
  'cut off': '{"donor_city":"Rome"',
  'no JSON': 'donor_city=Rome',
  'single quotes': "{'donor_city':'Rome'}",
  'a name without quotes': '{donor_city:"Rome"}',
  'a comma too many': '{"donor_city":"Rome",}',
  'something behind it': '{"donor_city":"Rome"} and more',
  'two objects': '{"donor_city":"Rome"}{}',
  'a comment': '/* city */ {"donor_city":"Rome"}',
}

/** What is sent is said to be JSON, in both ways to say it: a parser may be lenient with one alone. */
const TYPES = { PATCH: 'application/json', PUT: 'application/json; charset=utf-8' }

/** A donation, as it was before anything was sent to it. */
interface Before {
  readonly donation: string
  readonly before: Shown
  /** What answers need not show, as far as it can be seen. */
  readonly hidden: Hidden
}

/** Of an advisor whom no other test links: what one is shown with may change when another update names the address. */
const LINKED_EMAIL = 'no.object.advisor@example.com'

/** A body is required: none, or one that is not a JSON object, is rejected and changes nothing. */
export const update7 = requirement(
  'UPDATE-7',
  property(
    'no JSON object',
    fc.tuple(anyMethod, fc.oneof(nonObjectBody(), malformedBody())),
    async (context, [by, { value }]) => {
      const donation = await context.donation()
      const before = await reset(context, donation)
      const exchange = await context.api.update(by, donation, new RawBody(value))
      expect(exchange).toBeRefused()
      await expectUnchangedByRefused(context, donation, before, [exchange])
    },
    { share: 0.01 },
  ),
  packed('each kind', axis('body', NO_OBJECTS), refusing(UPDATE_METHODS)),
  packed(
    'what only looks like JSON, by PATCH',
    axis('body', everySecond(LOOKALIKES, 0)),
    refusing(['PATCH']),
  ),
  packed('what only looks like JSON, by PUT', axis('body', everySecond(LOOKALIKES, 1)), refusing(['PUT'])),
)

/** Sends bodies that have to be refused to one donation, and looks at it after all of them: where it changed, after each. */
function refusing(methods: readonly UpdateMethod[]): Shared<Before, string | Uint8Array | undefined> {
  return {
    async begin(context) {
      const donation = await context.donation()
      // What is linked is looked at by one of the tables, that of both methods.
      const isSeen = methods.length > 1 && canLook(context)
      const [designation_id = null] = context.target.designationIds
      const linked = { ...PLAIN_DONOR, designation_id, advisor: { email: LINKED_EMAIL } }
      // Whether a donation takes them is for others to judge.
      const before = isSeen ? await apply(context, donation, linked).catch(unlessUndecided) : undefined
      if (before) return { donation, before, hidden: await hiddenAfter(context, donation, linked) }
      return { donation, before: await reset(context, donation), hidden: {} }
    },
    async attempt(context, { donation, before, hidden }, text, isAlone) {
      const body = text === undefined ? undefined : new RawBody(text)
      const refused: Exchange[] = []
      for (const by of methods) {
        // Where there is nothing, nothing need be said of it either.
        const headers = text === undefined && by === 'PUT' ? {} : { 'content-type': TYPES[by] }
        const exchange = await context.api.update(by, donation, body, { headers })
        expect(exchange).toBeRefused()
        refused.push(exchange)
      }
      if (!isAlone) return
      const isPledged = context.target.pledgedDonationIds.includes(donation)
      await expectHiddenUnchanged(context, donation, hidden, refused, 'UPDATE-7', isPledged)
      await expectUnchangedByRefused(context, donation, before, refused)
    },
    async isAlive(context, { donation, before, hidden }) {
      if (!isAsExpected(await hiddenOf(context, donation, hidden), hidden)) return false
      const { record } = await readBack(context, donation)
      return differences(before.record, record, SETTABLE_FIELDS).length === 0
    },
  }
}
