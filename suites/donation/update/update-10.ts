import { isAccepted } from '../../../client/http/answer.ts'
import { badCountry } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { PLAIN_WITH_ADVISOR, type UpdateBody } from '../../support/bodies.ts'
import { unlessCutOff } from '../../support/cut-off.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'

/**
 * Texts that a lenient service takes for a country, in an order in which those of one kind meet both methods:
 * - in another letter case than the contract's: AD, Ad, aE
 * - withdrawn: an, bu, cs, dd, fx, nt, su, tp, yu, zr
 * - reserved, but assigned to no country: ac, ap, eu, ez, ic, uk, un
 * - free for private use: aa, xk, xx, zz
 * - languages, or a code that only some use of a country: el, en, ja
 * - other codes of countries, of three letters or digits: and, usa, 020, 840
 * - names: andorra, United Kingdom
 * - parts of a code, more than one, what stands for none, letters that look like others, and a member of every object
 */
const COUNTRIES = Object.fromEntries(
  [
    ...['AD', 'Ad', 'AE', 'an', 'cs', 'zr', 'US', 'tp', 'CA', 'fx', 'dd', 'NO', 'aE', 'uS', 'Fr', 'dE'],
    ...['and', 'bu', 'el', 'usa', 'gbr', 'fra', 'AND', 'USA', 'ic', 'And'],
    ...['andorra', 'Andorra', 'Canada', 'united states', 'United Kingdom', 'France', 'england'],
    ...['020', '20', 'ac', '840', '1', '0', 'ez', 'a1', '1a', '+1', 'nt'],
    ...[
      'aa',
      'xk',
      'xx',
      'zz',
      'uk',
      'eu',
      'su',
      'yu',
      'UK',
      'EU',
      'ZZ',
      'ap',
      'un',
      'en',
      'ja',
      'constructor',
    ],
    ...['a', 'd', 'add', 'a d', 'ad,ae', 'ad-07', 'us-ca', 'en_US', 'ad.', '.ad', '*', '--', '-1', 'null'],
    ...['ａｄ', 'аd', '🇦🇩', 'áé', 'ad\n', '\u212ar'],
  ].map((donor_country) => [JSON.stringify(donor_country), { donor_country }]),
)

/** Countries in upper case, unknown ones and those of three letters are rejected. */
export const update10 = requirement(
  'UPDATE-10',
  property(
    badCountry(),
    async (context, { value }) => {
      const donation = await context.donation()
      // What was refused is refused again.
      for (let time = 1; time <= 2; time++)
        await expectRefusedByBoth(context, donation, { donor_country: value })
    },
    { share: 0.01 },
  ),
  cases('each country', alternating<UpdateBody>(COUNTRIES), async (context, turn) => {
    const donation = await context.donation()
    const isBlankBehind = /\s$/.test(String(turn.one.donor_country))
    await unlessCutOff(
      () => expectAlternationRefused(context, donation, turn, PLAIN_WITH_ADVISOR),
      // a pattern that ends at the end of a line takes no blanks
      async () =>
        isBlankBehind && isAccepted(await context.api.update(turn.by, donation, { donor_country: ' ad ' })),
    )
  }),
)
