import { createHash } from 'node:crypto'
import { json } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Update } from '../policies/requested-update.ts'
import { isObject } from '../policies/rules.ts'
import type { DonationRecord } from '../policies/update.ts'
import { showingRecord } from './update-changes.ts'
import type { Variant } from './variant.ts'

const hidden = ['memo', 'identifier', 'source', 'donor_postal_code', 'donor_country'] as const

/** Changes the members of the record that the contract does not document, where the record has them. */
function showingHidden(change: (value: unknown, record: DonationRecord) => unknown): PolicyChange {
  return showingRecord((record) => ({
    ...record,
    ...Object.fromEntries(
      hidden.filter((field) => field in record).map((field) => [field, change(record[field], record)]),
    ),
  }))
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/** Adds headers that depend on the record of the answer. */
function heading(headers: (record: DonationRecord, update: Update) => Readonly<Record<string, string>>) {
  return replace('update', ({ answer }) => ({
    answer(record, update) {
      const sent = answer(record, update)
      return { ...sent, headers: { ...sent.headers, ...headers(record, update) } }
    },
  }))
}

const digest = (value: unknown) => createHash('md5').update(JSON.stringify(value)).digest('hex')

function nameOf({ first_name, last_name, email }: Readonly<Record<string, unknown>>): unknown {
  return [first_name, last_name].filter(Boolean).join(' ') || email
}

/** The variants of the record that an update shows, by the habits of JSON APIs. */
export const apiRecordVariants: readonly Variant[] = [
  {
    id: 'record-hidden-null-where-empty',
    description: 'Empty fields that the contract does not show are null in the record.',
    apply: showingHidden((value) => (isEmpty(value) ? null : value)),
  },
  {
    id: 'record-hidden-left-out-where-empty',
    description: 'Empty fields that the contract does not show are left out (Jackson NON_EMPTY).',
    apply: showingRecord((record) =>
      Object.fromEntries(
        Object.entries(record).filter(
          ([key, value]) => !(hidden.some((name) => name === key) && isEmpty(value)),
        ),
      ),
    ),
  },
  {
    id: 'record-texts-masked',
    description:
      'Texts that the contract does not show are masked in the record, but for their last two characters.',
    apply: showingHidden((value) => (isEmpty(value) ? value : `***${`${value}`.slice(-2)}`)),
  },
  {
    id: 'record-country-in-upper-case',
    description: 'The country is shown in upper case.',
    apply: showingRecord((record) =>
      typeof record.donor_country === 'string'
        ? { ...record, donor_country: record.donor_country.toUpperCase() }
        : record,
    ),
  },
  {
    id: 'record-quantity-as-text',
    description: 'Numbers of the record are strings with decimals (DecimalField of Django REST).',
    apply: showingRecord((record) => ({ ...record, quantity: `${record.quantity}.00` })),
  },
  {
    id: 'record-advisor-as-id',
    description: 'The record shows the id of the advisor under advisor_id, and no object.',
    apply: showingRecord(({ advisor, ...record }) => ({
      ...record,
      advisor_id: isObject(advisor) ? advisor.id : null,
    })),
  },
  {
    id: 'record-advisor-id-beside',
    description: 'The record shows the advisor without its id, and the id beside it under advisor_id.',
    apply: showingRecord((record) => {
      const { id = null, ...fields } = isObject(record.advisor) ? record.advisor : {}
      return { ...record, advisor: id === null ? null : fields, advisor_id: id }
    }),
  },
  {
    id: 'record-advisor-as-email',
    description: 'The record shows the email of the advisor in place of the object.',
    apply: showingRecord((record) => ({
      ...record,
      advisor: isObject(record.advisor) ? record.advisor.email : null,
    })),
  },
  {
    id: 'record-advisor-as-mailbox',
    description:
      'The record shows the advisor as "Ada King <ada@example.com>" (RFC 5322) in place of the object.',
    apply: showingRecord((record) => ({
      ...record,
      advisor: isObject(record.advisor) ? `${nameOf(record.advisor)} <${record.advisor.email}>` : null,
    })),
  },
  {
    id: 'record-advisor-as-name',
    description:
      'The record shows the name of the advisor, or the email where there is none, in place of the object.',
    apply: showingRecord((record) => ({
      ...record,
      advisor: isObject(record.advisor) ? nameOf(record.advisor) : null,
    })),
  },
  {
    id: 'record-advisor-as-reference',
    description: 'The record shows the advisor as an object of id and type (JSON:API).',
    apply: showingRecord((record) => ({
      ...record,
      advisor: isObject(record.advisor) ? { id: record.advisor.id, type: 'advisor' } : null,
    })),
  },
  {
    id: 'record-designation-as-object',
    description: 'The record shows the designation as an object instead of its id.',
    apply: showingRecord(({ designation_id, ...record }) => ({
      ...record,
      designation: isEmpty(designation_id) ? null : { id: designation_id, name: 'Building fund' },
    })),
  },
  {
    id: 'record-with-organization',
    description: 'The record holds its organization, campaign and links as nested objects (HAL).',
    apply: showingRecord((record) => ({
      ...record,
      organization: {
        id: record.organization_id,
        name: 'Harbour Food Bank',
        campaigns: [{ id: record.campaign_id }],
      },
      _links: { self: { href: `/v1/donations/${record.id}` }, advisor: null },
    })),
  },
  {
    id: 'record-in-camel-case-too',
    description: 'The record holds every field in camel case as well.',
    apply: showingRecord((record) => ({
      ...Object.fromEntries(
        Object.entries(record).map(([key, value]) => [
          key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
          value,
        ]),
      ),
      ...record,
    })),
  },
  {
    id: 'record-with-numeric-texts',
    description: 'The record holds texts that look like numbers, times and booleans.',
    apply: showingRecord((record) => ({
      ...record,
      amount: '0012.50',
      created_at: '2026-01-01T00:00:00Z',
      is_anonymous: 'false',
      receipt: '1e3',
    })),
  },
  {
    id: 'record-updated-when-changed',
    description: 'The record holds a time that moves only where an update changed something (Rails).',
    apply: replace('update', ({ present }) => {
      const seen = new Map<string, { readonly text: string; readonly at: string }>()
      return {
        present(stored, update) {
          const record = present(stored, update)
          const text = JSON.stringify(record)
          const known = seen.get(stored.id)
          const at = known?.text === text ? known.at : new Date().toISOString()
          seen.set(stored.id, { text, at })
          return { ...record, updated_at: at }
        },
      }
    }),
  },
  {
    id: 'update-answers-203',
    description: 'Updates are answered with 203, as through a proxy that changes answers.',
    apply: replace('update', ({ answer }) => ({
      answer: (record, update) => ({ ...answer(record, update), status: 203 }),
    })),
  },
  {
    id: 'update-answers-201-where-an-advisor-came-to-be',
    description: 'Updates by which an advisor came to be are answered with 201, others with 200.',
    apply: replace('update', ({ advisorAfter, answer }) => {
      const made = new WeakSet<Update>()
      return {
        advisorAfter(update) {
          const { size } = update.store.advisors
          const id = advisorAfter(update)
          if (update.store.advisors.size > size) made.add(update)
          return id
        },
        answer: (record, update) => ({
          ...answer(record, update),
          ...(made.has(update) ? { status: 201 } : {}),
        }),
      }
    }),
  },
  {
    id: 'update-answers-203-where-nothing-changed',
    description: 'Updates that change nothing are answered with 203, others with 200.',
    apply: replace('update', ({ answer, present }) => ({
      answer(record, update) {
        const isSame = JSON.stringify(present(update.donation, update)) === JSON.stringify(record)
        return { ...answer(record, update), ...(isSame ? { status: 203 } : {}) }
      },
    })),
  },
  {
    id: 'update-answers-with-etag',
    description: 'Updates are answered with ETag, Last-Modified and Vary (Express, Rails).',
    apply: heading((record) => ({
      etag: `W/"${digest(record)}"`,
      'last-modified': new Date().toUTCString(),
      vary: 'Accept, Origin, Authorization',
    })),
  },
  {
    id: 'update-answers-with-location',
    description: 'Updates are answered with Location and Content-Location (Spring).',
    apply: heading((_record, { request }) => ({
      location: request.path,
      'content-location': request.path,
    })),
  },
  {
    id: 'organizations-json-api',
    description: 'GET /v1/organizations answers in the manner of JSON:API.',
    apply: replace('bearer', () => ({
      organizationsAnswer: (organizations) =>
        json(200, {
          data: organizations.map(({ id, name }) => ({ type: 'organizations', id, attributes: { name } })),
          meta: { total: organizations.length },
        }),
    })),
  },
  {
    id: 'organizations-by-id',
    description: 'GET /v1/organizations answers with an object that has a member for each id.',
    apply: replace('bearer', () => ({
      organizationsAnswer: (organizations) =>
        json(200, Object.fromEntries(organizations.map(({ id, name }) => [id, { name }]))),
    })),
  },
]
