import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Fault } from '../fault.ts'
import { opening } from './narrow.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { has, ruling, storing } from './stored.ts'

/** Keeps the present designation instead of the one that was sent. */
function keepingDesignation(when: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ designationAfter }) => ({
    designationAfter: (update) => (when(update) ? update.donation.designation_id : designationAfter(update)),
  }))
}

/** Clears an advisor that is left out. */
function unlinking(when: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ advisorAfter }) => ({
    advisorAfter: (update) => (when(update) && !has(update.body, 'advisor') ? null : advisorAfter(update)),
  }))
}

/** Takes the designations of all campaigns. */
function anyCampaign(when: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ designationAllowed }) => ({
    designationAllowed: (id, update) =>
      designationAllowed(id, update) ||
      (when(update) &&
        [...update.store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id))),
  }))
}

/** Whether an update carries a token of the second client. */
function isSecondClient({ store, request }: Update): boolean {
  const token = request.header('authorization')?.split(' ')[1] ?? ''
  return store.accessTokens.get(token)?.grant.client.id.endsWith('-2') === true
}

const sentText = ({ request }: Update) => new TextDecoder().decode(request.body)

/** How long a service takes that reads a record, and writes the whole of it back. */
const WRITING = 8

/** Faults that show beside something else only: another field, another update, a value that is there, another client. */
export const besideNarrowFaults: readonly Fault[] = [
  {
    id: 'update-4-lost-update',
    requirement: 'UPDATE-4',
    description: 'Of two updates of one moment the later writes back what the earlier has changed.',
    apply: replace('update', ({ save }) => ({
      async save(next, update) {
        await new Promise((resolve) => setTimeout(resolve, WRITING))
        return save(next, update)
      },
    })),
  },
  {
    id: 'update-4-name-lost-between-puts',
    requirement: 'UPDATE-4',
    description: 'Of two PUTs of one moment the later writes back the name that the earlier has changed.',
    apply: replace('update', ({ save }) => ({
      async save(next, update) {
        const { store, request, donation } = update
        if (request.method !== 'PUT') return save(next, update)
        await new Promise((resolve) => setTimeout(resolve, WRITING))
        const changed = Object.entries(next).filter(
          ([field, value]) => value !== Reflect.get(donation, field),
        )
        const { donor_first_name, donor_last_name } = next
        const present = { ...next, ...store.donations.get(next.id) }
        return save({ ...present, ...Object.fromEntries(changed), donor_first_name, donor_last_name }, update)
      },
    })),
  },
  {
    id: 'update-12-number-among-many',
    requirement: 'UPDATE-12',
    description: 'Where an update has more than four fields, the type of donor_province is not checked.',
    apply: replace('update', ({ fieldRules }) => ({
      fieldRules: {
        ...fieldRules,
        donor_province: (value, update) =>
          Object.keys(update.body).length > 4 ? undefined : fieldRules.donor_province(value, update),
      },
    })),
  },
  {
    id: 'pledged-1-one-by-put-refused',
    requirement: 'PLEDGED-1',
    description: 'PUT refuses a quantity of one.',
    apply: ruling(
      'quantity',
      alsoRefusing((value, { request }) =>
        complaint(value === 1 && request.method === 'PUT', 'must be more than one'),
      ),
    ),
  },
  {
    id: 'pledged-1-source-lost-beside-null-advisor',
    requirement: 'PLEDGED-1',
    description: 'Beside an advisor null the source is not stored.',
    apply: storing(({ body, donation }) => (body.advisor === null ? { source: donation.source } : {})),
  },
  {
    id: 'pledged-2-second-client',
    requirement: 'PLEDGED-2',
    description: 'The gate is open for the second client.',
    apply: opening((_field, update) => isSecondClient(update)),
  },
  {
    id: 'pledged-2-great-quantity',
    requirement: 'PLEDGED-2',
    description: 'A quantity over a thousand passes the gate.',
    apply: opening((field, { body }) => field === 'quantity' && Number(body.quantity) > 1_000),
  },
  {
    id: 'pledged-2-exponent',
    requirement: 'PLEDGED-2',
    description: 'A quantity with an exponent or a fraction passes the gate.',
    apply: opening(
      (field, update) => field === 'quantity' && /"quantity"\s*:\s*\d+(\.0|e)/i.test(sentText(update)),
    ),
  },
  {
    id: 'pledged-2-status-in-query',
    requirement: 'PLEDGED-2',
    description: 'The gate believes a status in the query.',
    apply: opening((_field, { request }) => request.query.includes('status=pledged')),
  },
  {
    id: 'pledged-5-thousands-separated',
    requirement: 'PLEDGED-5',
    description: 'A quantity in a string with a comma between thousands is accepted.',
    apply: ruling(
      'quantity',
      alsoAccepting((value) => typeof value === 'string' && /^\d,\d{3}$/.test(value)),
    ),
  },
  {
    id: 'designation-1-kept-beside-memo',
    requirement: 'DESIGNATION-1',
    description: 'Beside a memo the designation that is set already stays.',
    apply: keepingDesignation(
      ({ body, donation }) =>
        has(body, 'memo') && typeof body.designation_id === 'string' && donation.designation_id !== null,
    ),
  },
  {
    id: 'designation-2-beside-quantity',
    requirement: 'DESIGNATION-2',
    description: 'Beside a quantity the campaign of the designation is not looked at.',
    apply: anyCampaign(({ body }) => has(body, 'quantity')),
  },
  {
    id: 'designation-2-second-client',
    requirement: 'DESIGNATION-2',
    description: 'For the second client the campaign of the designation is not looked at.',
    apply: anyCampaign(isSecondClient),
  },
  {
    id: 'designation-6-kept-for-second-client',
    requirement: 'DESIGNATION-6',
    description: 'For the second client a designation that is left out stays.',
    apply: keepingDesignation((update) => isSecondClient(update) && !has(update.body, 'designation_id')),
  },
  {
    id: 'designation-4-array-of-null',
    requirement: 'DESIGNATION-4',
    description: 'An array of null is taken for null.',
    apply: ruling(
      'designation_id',
      alsoAccepting((value) => Array.isArray(value) && value[0] === null),
    ),
  },
  {
    id: 'advisor-3-kept-beside-designation',
    requirement: 'ADVISOR-3',
    description: 'Beside a designation the advisor null does not clear.',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter: (update) =>
        update.body.advisor === null && typeof update.body.designation_id === 'string'
          ? update.donation.advisor_id
          : advisorAfter(update),
    })),
  },
  {
    id: 'advisor-4-unlinked-by-put-of-country',
    requirement: 'ADVISOR-4',
    description: 'A PUT of the country alone clears the advisor.',
    apply: unlinking(
      ({ body, request }) => request.method === 'PUT' && Object.keys(body).join() === 'donor_country',
    ),
  },
  {
    id: 'advisor-4-unlinked-by-second-client',
    requirement: 'ADVISOR-4',
    description: 'Updates of the second client clear the advisor that they leave out.',
    apply: unlinking(isSecondClient),
  },
  {
    id: 'advisor-6-array-of-null',
    requirement: 'ADVISOR-6',
    description: 'An array of null is taken for an advisor of null.',
    apply: ruling(
      'advisor',
      alsoAccepting((value) => Array.isArray(value) && value[0] === null),
    ),
  },
]
