import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../../../contract/index.ts'
import { otherCountry } from '../../../generators/index.ts'
import { property, requirement } from '../../../harness/authoring/index.ts'
import { expectAccepted } from '../../support/donation.ts'

export const update9 = requirement(
  'UPDATE-9',
  property(
    otherCountry(),
    async (context, donor_country) => {
      await expectAccepted(context, await context.donation(), { donor_country }, 'PATCH')
    },
    {
      share: 0,
      examples: ASSIGNED_COUNTRIES.filter((code) => !LISTED_COUNTRIES.some((listed) => listed === code)),
    },
  ),
)
