import { replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { changeOnRejection, has, ruling, showing, storing } from './stored.ts'

/** Reads a designation as the UUID that a parser finds in it. */
function findingUuid(read: (text: string) => string) {
  const found = (value: unknown) => (typeof value === 'string' ? read(value) : value)
  return replace('update', ({ fieldRules, designationAllowed, designationAfter }) => ({
    fieldRules: {
      ...fieldRules,
      designation_id: (value, update) => fieldRules.designation_id(found(value), update),
    },
    designationAllowed: (id, update) => designationAllowed(read(id), update),
    designationAfter: (update) =>
      designationAfter({
        ...update,
        body: { ...update.body, designation_id: found(update.body.designation_id) },
      }),
  }))
}

/** Faults that show where a parser, a database or a form of a framework reads a value as another one. */
export const misreadBodyFaults: readonly Fault[] = [
  {
    id: 'update-2-digits-shown-as-number',
    requirement: 'UPDATE-2',
    description: 'A city of digits only comes back as a number.',
    apply: showing((_, { donor_city: city }) =>
      typeof city === 'string' && /^[1-9]\d*$/.test(city) ? { donor_city: Number(city) } : {},
    ),
  },
  {
    id: 'update-3-left-beside-null',
    requirement: 'UPDATE-3',
    alsoBreaks: ['PLEDGED-4'],
    description: 'Beside a designation that is null the province is left as it is.',
    apply: storing(({ body, donation }) =>
      body.designation_id === null ? { donor_province: donation.donor_province } : {},
    ),
  },
  {
    id: 'update-3-equal-numbers-not-stored',
    requirement: 'UPDATE-3',
    description: 'A second address line that is the same number as the one there is not stored (== of PHP).',
    apply: storing(({ donation: { donor_address_line_2: present } }, { donor_address_line_2: next }) =>
      present !== '' && next !== '' && Number(present) === Number(next)
        ? { donor_address_line_2: present }
        : {},
    ),
  },
  {
    id: 'update-3-ordinals-in-small-letters',
    requirement: 'UPDATE-3',
    description: 'The ending of an ordinal in the first address line is written in small letters.',
    apply: storing((_, { donor_address_line_1: line }) => ({
      donor_address_line_1: line.replace(/\b\d+(?:ST|ND|RD|TH)\b/g, (one) => one.toLowerCase()),
    })),
  },
  {
    id: 'update-3-repeated-letters-shortened',
    requirement: 'UPDATE-3',
    description: 'A letter of a city that comes four times in a row is taken for a slip of the keyboard.',
    apply: storing((_, { donor_city: city }) => ({ donor_city: city.replace(/(.)\1{3,}/g, '$1$1') })),
  },
  {
    id: 'update-3-telephone-number-removed',
    requirement: 'UPDATE-3',
    description: 'What looks like a telephone number is taken out of the second address line.',
    apply: storing((_, { donor_address_line_2: line }) => ({
      donor_address_line_2: line.replace(/\b\d{3}-\d{3}-\d{4}\b/g, ''),
    })),
  },
  {
    id: 'update-3-dots-become-ellipsis',
    requirement: 'UPDATE-3',
    description: 'Three dots in the second address line become an ellipsis (smart punctuation).',
    apply: storing((_, { donor_address_line_2: line }) => ({
      donor_address_line_2: line.replaceAll('...', '…'),
    })),
  },
  {
    id: 'update-8-addresses-become-links',
    requirement: 'UPDATE-8',
    description: 'A web address in a memo becomes a link in HTML.',
    apply: storing((_, { memo }) => ({
      memo: memo.replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`),
    })),
  },
  {
    id: 'update-4-camel-case-taken',
    requirement: 'UPDATE-4',
    description: 'Where there is no city, it is taken from donorCity (a naming strategy of a serializer).',
    apply: storing(({ body }) =>
      typeof body.donorCity === 'string' && !has(body, 'donor_city') ? { donor_city: body.donorCity } : {},
    ),
  },
  {
    id: 'update-4-nested-donor-taken',
    requirement: 'UPDATE-4',
    description: 'The first name is also taken from an object donor.',
    apply: storing(({ body: { donor } }) =>
      isObject(donor) && typeof donor.first_name === 'string' ? { donor_first_name: donor.first_name } : {},
    ),
  },
  {
    id: 'update-15-advisor-cleared-everywhere',
    requirement: 'UPDATE-15',
    alsoBreaks: ['ADVISOR-1', 'ADVISOR-4', 'ADVISOR-8'],
    description: 'To clear the advisor of one donation deletes it from every other one, too.',
    apply: replace('update', ({ save }) => ({
      async save(next, update) {
        await save(next, update)
        const { advisor_id: gone } = update.donation
        if (update.body.advisor !== null || gone === null) return
        for (const one of update.store.donations.values())
          if (one.advisor_id === gone) update.store.donations.set(one.id, { ...one, advisor_id: null })
      },
    })),
  },
  {
    id: 'pledged-2-one-passes-for-none',
    requirement: 'PLEDGED-2',
    description: 'A quantity of 1, the default, is taken as if it were not sent.',
    apply: replace('update', ({ forbiddenFields }) => ({
      forbiddenFields: (update) =>
        forbiddenFields(update).filter((field) => field !== 'quantity' || update.body.quantity !== 1),
    })),
  },
  {
    id: 'designation-2-capitals-unchecked',
    requirement: 'DESIGNATION-2',
    description: "The other campaigns' designations are not found out where they are written in capitals.",
    apply: replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) => id !== id.toLowerCase() || designationAllowed(id, update),
    })),
  },
  {
    id: 'designation-3-id-of-the-donation',
    requirement: 'DESIGNATION-3',
    description: 'The id of the donation itself is accepted as its designation.',
    apply: replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) => id === update.donation.id || designationAllowed(id, update),
    })),
  },
  {
    id: 'designation-4-in-braces-accepted',
    requirement: 'DESIGNATION-4',
    description: 'A UUID in braces is accepted.',
    apply: findingUuid((text) => text.replace(/^\{(.*)\}$/, '$1')),
  },
  {
    id: 'designation-4-blanks-trimmed',
    requirement: 'DESIGNATION-4',
    description: 'What stands behind a UUID is trimmed, a line break too.',
    apply: findingUuid((text) => text.trimEnd()),
  },
  {
    id: 'designation-4-without-hyphens-accepted',
    requirement: 'DESIGNATION-4',
    description: 'A UUID without its hyphens is accepted.',
    apply: findingUuid((text) => text.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5')),
  },
  {
    id: 'designation-7-cleared-by-empty-body',
    requirement: 'DESIGNATION-7',
    description: 'An empty body is refused, and clears the designation.',
    apply: changeOnRejection(['malformed-body'], ({ request }) =>
      request.body.length === 0 ? { designation_id: null } : {},
    ),
  },
  {
    id: 'advisor-3-kept-beside-gated-fields',
    requirement: 'ADVISOR-3',
    description: 'The advisor stays where it is null beside a quantity.',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter: (update) =>
        update.body.advisor === null && has(update.body, 'quantity')
          ? update.donation.advisor_id
          : advisorAfter(update),
    })),
  },
  {
    id: 'update-8-mixed-quotes-refused',
    requirement: 'UPDATE-8',
    description: 'A memo with both kinds of quotes is refused.',
    apply: ruling(
      'memo',
      (inForce) => (value, update) =>
        typeof value === 'string' && value.includes('"') && value.includes("'")
          ? 'must not hold both kinds of quotes'
          : inForce(value, update),
    ),
  },
]
