import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { LISTED_COUNTRIES } from '../../../contract/index.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { KINDS } from '../../support/bodies.ts'
import { expectAccepted, type UpdateBody } from '../../support/donation.ts'

/** No part of an address: a service may know which provinces a country has. */
const PERSON: UpdateBody = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada@example.org',
}

export const update8 = requirement(
  'UPDATE-8',
  ...KINDS.map((kind) =>
    cases<UpdateBody>(
      kind,
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
    ),
  ),
)
