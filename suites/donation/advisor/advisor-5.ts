import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { brokenAdvisor } from '../../../generators/index.ts'
import { cases, property, requirement, type Table } from '../../../harness/authoring/index.ts'
import { NO_ADDRESSES } from '../../axes/addresses.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { noStrings } from '../../axes/types.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { ADVISOR_ADDRESS, expectLineEndRefused, LINE_ENDS } from '../../support/line-end.ts'
import { FULL_ADVISOR } from './examples.ts'

/** Each field of an advisor with a value of each other type. */
const WRONG_TYPES = ADVISOR_FIELDS.flatMap((field) =>
  Object.entries(noStrings(FULL_ADVISOR[field])).map(([type, value]) => [
    `${field}: ${type}`,
    { ...FULL_ADVISOR, [field]: value },
  ]),
)

/** An advisor with each text in the place of an address that is none. */
const WRONG_ADDRESSES = Object.entries(NO_ADDRESSES).map(([name, email]) => [
  `email ${name}`,
  { ...FULL_ADVISOR, email },
])

const BROKEN: Table<UpdateBody> = Object.fromEntries([
  ['email null', { ...FULL_ADVISOR, email: null }],
  ['email empty', { ...FULL_ADVISOR, email: '' }],
  ['email null, alone', { email: null }],
  ['email empty, alone', { email: '' }],
  ...WRONG_TYPES,
  ...WRONG_ADDRESSES,
  ['email blank', { ...FULL_ADVISOR, email: ' ' }],
  ['email null, beside names', { email: null, first_name: 'Ada', last_name: 'Lovelace' }],
])

/** An `email` that is null, empty, no address or no string is rejected; other fields of a wrong type too. */
export const advisor5 = requirement(
  'ADVISOR-5',
  property(
    brokenAdvisor(),
    async (context, { advisor: value }) =>
      expectRefusedByBoth(context, await context.donation(), { advisor: value }),
    { share: 0.01 },
  ),
  cases('each field', alternating(BROKEN), async (context, { one: advisor, ...turn }) =>
    expectAlternationRefused(context, await context.donation(), { ...turn, one: { advisor } }, PLAIN_UPDATE),
  ),
  cases('a line end behind the email', LINE_ENDS, (context, end) =>
    expectLineEndRefused(context, ADVISOR_ADDRESS, end),
  ),
)
