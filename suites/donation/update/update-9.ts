import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../../../contract/index.ts'
import { otherCountry } from '../../../generators/index.ts'
import { property, requirement } from '../../../harness/authoring/index.ts'
import { methodOf } from '../../axes/in-turn.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenKept } from '../../support/expect-hidden-kept.ts'

const OTHER_COUNTRIES = ASSIGNED_COUNTRIES.filter((code) => !LISTED_COUNTRIES.some((one) => one === code))

/** Every assigned ISO 3166-1 alpha-2 code that the contract does not list is accepted too, in lower case. */
export const update9 = requirement(
  'UPDATE-9',
  property(
    otherCountry(),
    async (context, donor_country) => {
      const donation = await context.donation()
      const by = methodOf(OTHER_COUNTRIES.indexOf(donor_country))
      const exchange = await expectAccepted(context, donation, { donor_country }, by)
      await expectHiddenKept(context, donation, exchange, { donor_country })
    },
    // As examples all of them are tried, each once: to draw more would only repeat them.
    { examples: OTHER_COUNTRIES, share: 0 },
  ),
)
