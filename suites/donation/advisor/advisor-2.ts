import { advisorWithoutEmail } from '../../../generators/index.ts'
import { cases, property, requirement, type Table } from '../../../harness/authoring/index.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { ownerOf } from '../../axes/holders.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { EMAIL, WITHOUT_EMAIL } from './examples.ts'

/** Members that a lenient service takes for the email: keys that resemble it, and pairs that tell who is meant. */
const NO_EMAILS: Table<UpdateBody> = {
  ...Object.fromEntries(
    [
      ...[
        'EMAIL',
        'Email',
        'email ',
        ' email',
        'email\0',
        'e-mail',
        'e_mail',
        'mail',
        'emails',
        'emailAddress',
      ],
      ...['email_address', 'advisor_email', 'donor_email', 'email[]', 'emai\u217c', 'username', 'contact'],
    ].map((key) => [`under ${JSON.stringify(key)}`, { ...WITHOUT_EMAIL, [key]: EMAIL }]),
  ),
  'an advisor inside': { advisor: { email: EMAIL } },
  'an object under data': { data: { email: EMAIL } },
  'an id': { id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
  'the id null': { id: null, ...WITHOUT_EMAIL },
  ...Object.fromEntries(
    Object.entries(WITHOUT_EMAIL).flatMap(([one, value], index, all) =>
      all
        .slice(index + 1)
        .map(([other, beside]) => [`${one} and ${other}`, { [one]: value, [other]: beside }]),
    ),
  ),
  'under "advisor_id"': { ...WITHOUT_EMAIL, advisor_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
}

/** Advisors that hold other fields, or none. */
const LACKING: Table<UpdateBody> = {
  'an empty object': {},
  'all fields but email': WITHOUT_EMAIL,
  'an unknown field': { mail: EMAIL },
  'another letter case': { Email: EMAIL },
  ...Object.fromEntries(
    Object.entries(WITHOUT_EMAIL).map(([field, value]) => [`only ${field}`, { [field]: value }]),
  ),
}

/** An advisor without `email`, whatever else it holds, is rejected; the empty object too. */
export const advisor2 = requirement(
  'ADVISOR-2',
  property(
    advisorWithoutEmail(),
    async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
    { share: 0.01 },
  ),
  cases('what is no email', alternating(NO_EMAILS), async (context, { one: advisor, ...turn }) =>
    expectAlternationRefused(context, await context.donation(), { ...turn, one: { advisor } }),
  ),
  cases('each field', LACKING, async (context, value, name) => {
    const isPledged = context.target.pledgedDonationIds.length > 0
    const donation = await context.donation(isPledged ? 'pledged' : 'any')
    const turn = Object.keys(LACKING).indexOf(name)
    const [designation_id = null] = turn % 4 < 2 ? context.target.designationIds : []
    const others = { ...PLAIN_UPDATE, ...(isPledged && PLAIN_GATED), designation_id }
    // An advisor is linked already: its email must not stand in for the missing one, and a missing one is not "no change".
    await apply(context, donation, { advisor: turn % 2 === 0 ? { email: EMAIL } : null })
    await expectRefusedByBoth(context, donation, { advisor: value })
    await actAs(context, ownerOf(turn))
    await expectRefusedByBoth(context, donation, { ...others, advisor: value })
  }),
)
