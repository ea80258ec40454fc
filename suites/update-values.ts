import { ASSIGNED_COUNTRIES, DONOR_FIELDS, LISTED_COUNTRIES } from '../contract/index.ts'
import { badCountry, brokenEmail, otherCountry } from '../generators/index.ts'
import { requirement } from '../harness/requirement.ts'
import { UPDATE_METHODS } from '../target/api.ts'
import { expectAccepted, expectRefusedByBoth, type UpdateBody } from './donation.ts'
import { KINDS } from './update-bodies.ts'

/** A value of each type that a string field must not take; fixed, so that every field meets every type. */
const NO_STRINGS: Readonly<Record<string, unknown>> = {
  'a number': 7,
  zero: 0,
  true: true,
  false: false,
  'an array': ['Ann'],
  'an empty array': [],
  'an object': { name: 'Ann' },
  'an empty object': {},
}

for (const kind of KINDS) {
  requirement('UPDATE-8', kind).cases<UpdateBody>(
    {
      memo: { memo: 'In memory of a friend' },
      donor_postal_code: { donor_postal_code: 'K1A 0B1' },
      ...Object.fromEntries(LISTED_COUNTRIES.map((country) => [country, { donor_country: country }])),
    },
    async (context, body) => {
      const donation = await context.donation(context.known(kind))
      for (const by of UPDATE_METHODS) await expectAccepted(context, donation, body, by)
    },
  )
}

requirement('UPDATE-9').property(
  otherCountry(),
  async (context, donor_country) => {
    await expectAccepted(context, await context.donation(), { donor_country }, 'PATCH')
  },
  {
    share: 0,
    examples: ASSIGNED_COUNTRIES.filter((code) => !LISTED_COUNTRIES.some((listed) => listed === code)),
  },
)

requirement('UPDATE-10').property(
  badCountry(),
  async (context, { value }) => {
    await expectRefusedByBoth(context, await context.donation(), { donor_country: value })
  },
  { share: 0.25 },
)

requirement('UPDATE-10', 'each kind').cases(
  {
    'upper case': 'AD',
    'mixed case': 'Ad',
    'three letters': 'and',
    'a name': 'Andorra',
    unassigned: 'zz',
    'a number': '020',
    'one letter': 'a',
  },
  async (context, donor_country) => expectRefusedByBoth(context, await context.donation(), { donor_country }),
)

requirement('UPDATE-11').property(
  brokenEmail(),
  async (context, { value }) => {
    await expectRefusedByBoth(context, await context.donation(), { donor_email: value })
  },
  { share: 0.25 },
)

requirement('UPDATE-12').cases(
  Object.fromEntries(
    [...DONOR_FIELDS, 'memo'].flatMap((field) =>
      Object.entries(NO_STRINGS).map(([name, value]) => [`${field}: ${name}`, { [field]: value }]),
    ),
  ),
  async (context, body) => expectRefusedByBoth(context, await context.donation(), body),
)
