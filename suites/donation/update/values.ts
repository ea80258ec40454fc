import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { ASSIGNED_COUNTRIES, DONOR_FIELDS, LISTED_COUNTRIES } from '../../../contract/index.ts'
import { badCountry, brokenEmail, otherCountry } from '../../../generators/index.ts'
import { requirement } from '../../../harness/authoring/requirement.ts'
import { KINDS } from '../../support/bodies.ts'
import { expectAccepted, expectRefusedByBoth, PLAIN_DONOR, type UpdateBody } from '../../support/donation.ts'

/**
 * A value of each type that a string field must not take; fixed, so that every field meets every type.
 * @param valid what the field does take: a check that is too kind looks through what stands around it.
 */
const noStrings = (valid: unknown): Readonly<Record<string, unknown>> => ({
  'a number': 7,
  zero: 0,
  true: true,
  false: false,
  'an array': [valid],
  'an empty array': [],
  'an object': { value: valid },
  'an empty object': {},
})

const VALID: UpdateBody = { ...PLAIN_DONOR, donor_postal_code: 'K1A 0B1', donor_country: 'ad', memo: 'known' }

/** No part of an address: a service may know which provinces a country has. */
const PERSON: UpdateBody = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada@example.org',
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
      for (const by of UPDATE_METHODS) {
        await expectAccepted(context, donation, body, by)
        await expectAccepted(context, donation, { ...PERSON, ...body }, by, PERSON)
      }
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
    reserved: 'uk',
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

requirement('UPDATE-11', 'each kind').cases(
  {
    'a word': 'nobody',
    'nothing before the @': '@example.com',
    'nothing after the @': 'ada@',
    'two @': 'ada@@example.com',
    'a blank inside': 'ada lovelace@example.com',
    'a name': 'Ada Lovelace',
    'two dots in its domain': 'ada@example..com',
    'a dot before its domain': 'ada@.example.com',
    'a blank in its domain': 'ada@exam ple.com',
  },
  async (context, donor_email) => expectRefusedByBoth(context, await context.donation(), { donor_email }),
)

requirement('UPDATE-12').cases(
  Object.fromEntries(
    [...DONOR_FIELDS, 'memo'].flatMap((field) =>
      Object.entries(noStrings(VALID[field])).map(([name, value]) => [
        `${field}: ${name}`,
        { [field]: value },
      ]),
    ),
  ),
  async (context, body) => expectRefusedByBoth(context, await context.donation(), body),
)
