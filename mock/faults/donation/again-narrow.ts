import type { UpdateField } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { accepting, altering, isPut, memory, refusing, repairing } from './narrow.ts'
import { has, storing } from './stored.ts'

/** As libraries write addresses of this provider anew, whose mailboxes go by many names. */
const shortened = (address: string) =>
  address.replace(
    /^([^@+]*)(\+[^@]*)?@g(?:oogle)?mail\.com$/i,
    (_, local: string) => `${local.replaceAll('.', '').toLowerCase()}@gmail.com`,
  )

/** Refuses `{}` where the last update of the donation was one, too. */
const refusingSecondEmpty = replace('update', ({ mergeFields }) => {
  const last = memory<boolean>()
  return {
    mergeFields(update) {
      const isEmpty = Object.keys(update.body).length === 0
      const before = last(update.store)
      if (isEmpty && before.get(update.donation.id))
        throw new Rejected('invalid-field', 'There is nothing new.', [
          { field: 'body', kind: 'invalid-field', message: 'is empty' },
        ])
      before.set(update.donation.id, isEmpty)
      return mergeFields(update)
    },
  }
})

/** Takes a value of a field that was refused twice before, as a guard against bad values that counts its refusals does. */
const takenAtThirdTry = (field: UpdateField): PolicyChange => {
  const tries = memory<number>()
  return accepting(field, (value, { store, donation }) => {
    const key = `${donation.id} ${value}`
    const count = (tries(store).get(key) ?? 0) + 1
    tries(store).set(key, count)
    return typeof value === 'string' && count > 2
  })
}

/** Faults of a value, a spelling or a turn that comes seldom. */
export const againNarrowFaults: readonly Fault[] = [
  {
    id: 'update-3-provider-addresses-shortened',
    requirement: 'UPDATE-3',
    description: 'Addresses of one provider lose their dots, and what is behind a plus.',
    apply: altering('donor_email', shortened),
  },
  {
    id: 'update-3-email-kept-beside-names-by-patch',
    requirement: 'UPDATE-3',
    description: 'PATCH leaves the address as it was where names and no city come with it.',
    apply: storing((update) => {
      const holds = (field: string) => has(update.body, field)
      const areNames = holds('donor_first_name') && holds('donor_last_name') && !holds('donor_city')
      return areNames && !isPut(update) ? { donor_email: update.donation.donor_email } : {}
    }),
  },
  {
    id: 'update-3-escaped-slash-kept-in-second-line',
    requirement: 'UPDATE-3',
    description: 'In the second address line a slash that was written with an escape keeps its backslash.',
    apply: altering('donor_address_line_2', (text, { request }) =>
      new TextDecoder().decode(request.body).includes('\\/') ? text.replaceAll('/', '\\/') : text,
    ),
  },
  {
    id: 'update-5-long-name-cut-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT cuts off a first name of more than 200 characters, which PATCH refuses.',
    apply: combine(
      refusing('donor_first_name', (name, update) => !isPut(update) && name.length > 200),
      altering('donor_first_name', (name, update) => (isPut(update) ? name.slice(0, 200) : name)),
    ),
  },
  {
    id: 'update-5-null-province-empties-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT takes null for a province that is empty, PATCH refuses it.',
    apply: combine(
      accepting('donor_province', (value, update) => value === null && isPut(update)),
      storing(({ body }) => (body.donor_province === null ? { donor_province: '' } : {})),
    ),
  },
  {
    id: 'update-6-second-empty-refused',
    requirement: 'UPDATE-6',
    description: 'An empty update is refused where the one before was empty, too.',
    apply: refusingSecondEmpty,
  },
  {
    id: 'update-7-comma-before-first-member',
    requirement: 'UPDATE-7',
    description: 'A comma before the first member is overlooked.',
    apply: repairing((text) => (text.startsWith('{,') ? text.replace('{,', '{') : undefined)),
  },
  {
    id: 'update-7-first-brace-missing',
    requirement: 'UPDATE-7',
    description: 'The brace at the beginning may be missing.',
    apply: repairing((text) => (/^"[a-z_]+":.*\}$/.test(text) ? `{${text}` : undefined)),
  },
  {
    id: 'update-10-taken-at-third-try',
    requirement: 'UPDATE-10',
    description: 'A country that was refused twice is stored the third time.',
    apply: takenAtThirdTry('donor_country'),
  },
  {
    id: 'update-11-taken-at-third-try',
    requirement: 'UPDATE-11',
    description: 'An address that was refused twice is stored the third time.',
    apply: takenAtThirdTry('donor_email'),
  },
  {
    id: 'update-14-made-at-third-try',
    requirement: 'UPDATE-14',
    description: 'What was asked for twice in vain is there the third time.',
    apply: replace('update', ({ findDonation }) => {
      const tries = memory<number>()
      return {
        findDonation(store, id, request) {
          const [any] = store.donations.values()
          const count = (tries(store).get(id) ?? 0) + 1
          tries(store).set(id, count)
          return findDonation(store, id, request) ?? (any && count > 2 ? { ...any, id } : undefined)
        },
      }
    }),
  },
  {
    id: 'update-17-ascii-only-in-other-statuses',
    requirement: 'UPDATE-17',
    description: 'In other statuses than pledged a city has a question mark for each letter beyond Latin-1.',
    apply: altering('donor_city', (city, { donation: { status } }) =>
      status === 'pledged' ? city : city.replace(/[^\0-ÿ]/gu, '?'),
    ),
  },
  {
    id: 'pledged-5-true-is-one-by-put',
    requirement: 'PLEDGED-5',
    description: 'PUT takes true for a quantity of one.',
    apply: combine(
      accepting('quantity', (value, update) => value === true && isPut(update)),
      storing(({ body }) => (body.quantity === true ? { quantity: 1 } : {})),
    ),
  },
]
