import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { method, only, PAIRS } from '../../support/bodies.ts'
import { apply, OTHER_DONOR, SETTABLE_FIELDS, type UpdateBody } from '../../support/donation.ts'
import { expectComesBack } from './comes-back.ts'
import { model } from './model.ts'

/** One, two or all of the fields that an answer shows. */
const observableUpdate = fc.oneof(
  fc.constantFrom(...SETTABLE_FIELDS).chain((field) => only([field])),
  fc.subarray([...SETTABLE_FIELDS], { minLength: 2, maxLength: 2 }).chain(only),
  only(SETTABLE_FIELDS),
)

/** Fields alone, each pair of them, and all: a service may tie two fields together. */
const TOGETHER: Readonly<Record<string, UpdateBody>> = {
  ...Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, { [field]: OTHER_DONOR[field] }])),
  ...PAIRS,
  all: OTHER_DONOR,
}

/** Values that services are known to improve, or to cut. */
const IMPROVED: Readonly<Record<string, UpdateBody>> = {
  'an email with capitals': { donor_email: 'Grace.Hopper@example.com' },
  'names in lower case': {
    donor_first_name: 'bell',
    donor_last_name: 'van der berg',
    donor_city: 'den haag',
  },
  'long names': {
    donor_first_name: 'Maximiliana Wilhelmina Hieronyma',
    donor_last_name: 'Wolfeschlegelsteinhausenbergerdorff',
    donor_email: 'maximiliana.wolfeschlegel@example.com',
    donor_address_line_1: '1200 Saint Bartholomew Avenue, Suite 17',
    donor_address_line_2: 'Third floor, door on the left-hand side',
    donor_city: 'Saint-Remy-en-Bouzemont-Saint-Genest',
    donor_province: 'Saint Vincent and the Grenadines',
  },
  'digits alone': { donor_address_line_1: '0042', donor_address_line_2: '007' },
  'names in capitals': { donor_first_name: 'BELL', donor_last_name: 'MCDONALD', donor_city: 'ROMA' },
}

export const update3 = requirement(
  'UPDATE-3',
  /** Fields that the contract does not show, beside all those that it does. */
  cases<UpdateBody>(
    'beside other fields',
    ({ designationIds: [designation_id = null] }) => ({
      'a designation': { designation_id },
      'an advisor': { advisor: { email: 'advisor@example.com' } },
      'a memo, a postal code and a country': {
        memo: 'thank you',
        donor_postal_code: '00100',
        donor_country: 'it',
      },
    }),
    async (context, others) => {
      const donation = await context.donation()
      for (const by of UPDATE_METHODS) {
        await apply(context, donation, others, by)
        await expectComesBack(context, donation, { ...OTHER_DONOR, ...others }, by)
      }
    },
  ),
  cases({ ...TOGETHER, ...IMPROVED }, async (context, body, name) => {
    const donation = await context.donation()
    const methods =
      Object.keys(body).length === 2 && !(name in IMPROVED) ? (['PATCH'] as const) : UPDATE_METHODS
    for (const by of methods) await expectComesBack(context, donation, body, by)
  }),
  property(
    'any values',
    fc.tuple(method(), observableUpdate),
    async (context, [by, body]) => expectComesBack(context, await context.donation(), body, by),
    { share: 0.25 },
  ),
  model,
)
