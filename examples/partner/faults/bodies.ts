import { replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { changeApiRequests } from './requests.ts'

type Body = Readonly<Record<string, unknown>>

/** Changes the body of each update. */
const bodies = (change: (body: Body) => unknown) =>
  changeApiRequests((request) => {
    request.body = JSON.stringify(change(JSON.parse(request.body)))
  })

/** Changes one field where it is there. */
const field = (name: string, change: (value: unknown) => unknown) =>
  bodies((body) => (Object.hasOwn(body, name) ? { ...body, [name]: change(body[name]) } : body))

/** Changes each text among the fields. */
const texts = (change: (text: string, name: string) => unknown) =>
  bodies((body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' ? change(value, name) : value,
      ]),
    ),
  )

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** Takes changes as they are given, or only looks at some. */
const checking = (change: (changes: Body) => Body) => replace('updates', () => ({ check: change }))

/** Takes whatever is given in one field, and checks the others. */
const unchecked = (name: string) =>
  replace('updates', ({ check }) => ({
    check({ [name]: value, ...others }) {
      const checked = check(others)
      return value === undefined ? checked : { ...checked, [name]: value }
    },
  }))

export const bodyFaults: readonly Fault[] = [
  {
    id: 'partner-14-not-checked',
    requirement: 'PARTNER-14',
    description: 'Whatever the user typed is sent.',
    apply: checking((changes) => changes),
  },
  {
    id: 'partner-14-quantity-as-text',
    requirement: 'PARTNER-14',
    description: 'The quantity is sent as text, as the form has it.',
    apply: field('quantity', String),
  },
  {
    id: 'partner-14-quantity-not-checked',
    requirement: 'PARTNER-14',
    description: 'A quantity in quotation marks is passed on.',
    apply: unchecked('quantity'),
  },
  {
    id: 'partner-14-numbers-from-texts',
    requirement: 'PARTNER-14',
    description: 'Texts that look like numbers, such as postal codes, become numbers.',
    apply: texts((text, name) => (name === 'donor_postal_code' && /^\d+$/.test(text) ? Number(text) : text)),
  },
  {
    id: 'partner-14-country-in-capitals',
    requirement: 'PARTNER-14',
    description: 'Country codes are sent in capitals.',
    apply: texts((text, name) => (name === 'donor_country' ? text.toUpperCase() : text)),
  },
  {
    id: 'partner-14-any-country',
    requirement: 'PARTNER-14',
    description: 'Whatever is given as a country is passed on.',
    apply: unchecked('donor_country'),
  },
  {
    id: 'partner-14-any-two-letters',
    requirement: 'PARTNER-14',
    description: 'Any two letters are taken for a country code.',
    apply: replace('updates', ({ check }) => ({
      check({ donor_country: country, ...others }) {
        const checked = check(others)
        return typeof country === 'string' && /^[a-z]{2}$/i.test(country)
          ? Object.assign({}, checked, { donor_country: country.toLowerCase() })
          : country === undefined
            ? checked
            : check({ ...others, donor_country: country })
      },
    })),
  },
  {
    id: 'partner-14-country-of-three-letters',
    requirement: 'PARTNER-14',
    description: 'The United States are sent as usa.',
    apply: texts((text, name) => (name === 'donor_country' && text === 'us' ? 'usa' : text)),
  },
  {
    id: 'partner-14-any-email',
    requirement: 'PARTNER-14',
    description: "A donor's email is not checked.",
    apply: unchecked('donor_email'),
  },
  {
    id: 'partner-14-null-for-wrong-designation',
    requirement: 'PARTNER-14',
    description: 'What is no UUID is taken for no designation, which removes the one that the donation has.',
    apply: replace('updates', ({ check }) => ({
      check(changes) {
        const { designation_id: id } = changes
        const isWrong = typeof id === 'string' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
        return check(isWrong ? { ...changes, designation_id: null } : changes)
      },
    })),
  },
  {
    id: 'partner-14-any-designation',
    requirement: 'PARTNER-14',
    description: 'A designation need not be a UUID.',
    apply: unchecked('designation_id'),
  },
  {
    id: 'partner-14-advisor-not-checked',
    requirement: 'PARTNER-14',
    description: 'An advisor without an email is passed on.',
    apply: unchecked('advisor'),
  },
  {
    id: 'partner-14-advisor-loses-email',
    requirement: 'PARTNER-14',
    description: 'The email of an advisor who has a name is left out.',
    apply: field('advisor', (advisor) => {
      if (!isObject(advisor) || advisor.last_name === undefined) return advisor
      const { email: _, ...others } = advisor
      return others
    }),
  },
  {
    id: 'partner-14-advisor-as-text',
    requirement: 'PARTNER-14',
    description: 'The advisor is JSON within a text.',
    apply: field('advisor', (advisor) => (advisor === null ? null : JSON.stringify(advisor))),
  },
  {
    id: 'partner-14-advisor-as-list',
    requirement: 'PARTNER-14',
    description: 'The advisor is in a list of one.',
    apply: field('advisor', (advisor) => (advisor === null ? null : [advisor])),
  },
  {
    id: 'partner-14-advisor-email-as-text',
    requirement: 'PARTNER-14',
    description: 'The advisor is reduced to an email.',
    apply: field('advisor', (advisor) => (isObject(advisor) ? advisor.email : advisor)),
  },
  {
    id: 'partner-14-null-for-empty',
    requirement: 'PARTNER-14',
    description: 'Empty texts are sent as null.',
    apply: texts((text) => (text === '' ? null : text)),
  },
  {
    id: 'partner-14-null-advisor-as-empty-object',
    requirement: 'PARTNER-14',
    description: 'Removing an advisor is sent as an object without fields.',
    apply: field('advisor', (advisor) => advisor ?? {}),
  },
  {
    id: 'partner-14-wrapped',
    requirement: 'PARTNER-14',
    description: 'The fields are within an object named donation.',
    apply: bodies((donation) => ({ donation })),
  },
  {
    id: 'partner-14-form',
    requirement: 'PARTNER-14',
    description: 'Updates are sent as a form.',
    apply: changeApiRequests((request) => {
      const fields = Object.entries(JSON.parse(request.body)).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      request.headers.set('content-type', 'application/x-www-form-urlencoded')
      request.body = new URLSearchParams(fields).toString()
    }),
  },
  {
    id: 'partner-14-plain-text',
    requirement: 'PARTNER-14',
    description: 'Updates are JSON that is called text/plain.',
    apply: changeApiRequests(({ headers }) => headers.set('content-type', 'text/plain;charset=UTF-8')),
  },
  {
    id: 'partner-14-merge-patch',
    requirement: 'PARTNER-14',
    description: 'The media type of updates is application/merge-patch+json.',
    apply: changeApiRequests(({ headers }) => headers.set('content-type', 'application/merge-patch+json')),
  },
  {
    id: 'partner-14-memo-cut',
    requirement: 'PARTNER-14',
    description: 'A memo ends after eight characters.',
    apply: texts((text, name) => (name === 'memo' ? text.slice(0, 8) : text)),
  },
  {
    id: 'partner-14-names-swapped',
    requirement: 'PARTNER-14',
    description: 'The first name is sent as the last name and the other way round.',
    apply: bodies(({ donor_first_name: first, donor_last_name: last, ...others }) => ({
      ...others,
      ...(last !== undefined && { donor_first_name: last }),
      ...(first !== undefined && { donor_last_name: first }),
    })),
  },
  {
    id: 'partner-14-defaults-filled-in',
    requirement: 'PARTNER-14',
    description: 'Fields that nobody asked for are sent with defaults.',
    apply: bodies((body) => ({ donor_country: 'us', memo: '', ...body })),
  },
  {
    id: 'partner-14-empty-form-fields',
    requirement: 'PARTNER-14',
    description: 'Every field of the form is sent, those that the user left alone as empty texts.',
    apply: bodies((body) => ({ donor_first_name: '', donor_last_name: '', donor_city: '', ...body })),
  },
  {
    id: 'partner-14-latin-1',
    requirement: 'PARTNER-14',
    description: 'Letters beyond ASCII become question marks.',
    apply: texts((text) => text.replace(/[^\x20-\x7e]/gu, '?')),
  },
  {
    id: 'partner-14-long-texts-cut',
    requirement: 'PARTNER-14',
    description: 'Texts are cut to the 255 characters of a column.',
    apply: texts((text) => text.slice(0, 255)),
  },
  {
    id: 'partner-14-words-for-values',
    requirement: 'PARTNER-14',
    description: 'A text that is the word null, true or false is sent as that value.',
    apply: texts((text) => (/^(?:null|true|false)$/.test(text) ? JSON.parse(text) : text)),
  },
  {
    id: 'partner-14-tags-stripped',
    requirement: 'PARTNER-14',
    description: 'What looks like a tag of HTML is removed from texts.',
    apply: texts((text) => text.replace(/<[^>]*>/g, '')),
  },
]
