import type { UpdateDonationRequest } from '../../../contract/index.ts'
import type { Customer } from '../customers.ts'
import { isInvalidToken } from '../policies/calls.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { RefusedError } from '../policies/updates.ts'
import type { Fault } from './fault.ts'
import { changeApiRequests } from './requests.ts'

/** Takes a number for one text field, and checks everything else. */
const numbersFor = (field: string) =>
  replace('updates', ({ check }) => ({
    check({ [field]: value, ...others }) {
      if (typeof value !== 'number')
        return check(value === undefined ? others : { ...others, [field]: value })
      return Object.assign({}, check(others), { [field]: value })
    },
  }))

/** Takes some texts for another value, whatever field they are in. */
const takenFor = (words: RegExp, value: unknown) =>
  changeApiRequests((request) => {
    const entries = Object.entries(JSON.parse(request.body))
    request.body = JSON.stringify(
      Object.fromEntries(
        entries.map(([name, text]) => [name, typeof text === 'string' && words.test(text) ? value : text]),
      ),
    )
  })

/** Sends what is known of the donation along, and takes every donation of a customer for the same. */
const ofOtherDonation: PolicyChange = (policies) => {
  const known = new WeakMap<Customer, UpdateDonationRequest>()
  return replace('updates', ({ keepDesignation, done }) => ({
    keepDesignation(customer, donation, changes) {
      const { memo, donor_city } = known.get(customer) ?? {}
      const before = {
        ...(memo === undefined ? {} : { memo }),
        ...(donor_city === undefined ? {} : { donor_city }),
      }
      return { ...before, ...keepDesignation(customer, donation, changes) }
    },
    done(customer, donation, sent) {
      known.set(customer, sent)
      done(customer, donation, sent)
    },
  }))(policies)
}

/** Donations that are not pledged are written by a program of its own, which knows few letters. */
const fewLettersUnlessPledged: PolicyChange = replace('updates', ({ gate }) => ({
  gate(donation, changes) {
    const allowed = gate(donation, changes)
    const { donor_last_name: name } = allowed
    if (donation.status === 'pledged' || name === undefined) return allowed
    return { ...allowed, donor_last_name: name.replace(/[^\p{Script=Latin}\p{P}\p{N} ]/gu, '?') }
  },
}))

/** Checks one field as its validator reads it, and passes on what was written. */
const readLeniently = (field: keyof UpdateDonationRequest, read: (text: string) => string) =>
  replace('updates', ({ check }) => ({
    check(changes) {
      const { [field]: value } = changes
      if (typeof value !== 'string') return check(changes)
      return { ...check({ ...changes, [field]: read(value) }), [field]: value }
    },
  }))

/** The body of an update lies where the next one puts its own. */
const oneBodyForAll: PolicyChange = (policies) => {
  let body: UpdateDonationRequest = {}
  return combine(
    replace('updates', ({ keepDesignation }) => ({
      keepDesignation(...update) {
        body = keepDesignation(...update)
        return body
      },
    })),
    changeApiRequests((request) => {
      request.body = JSON.stringify(body)
    }),
  )(policies)
}

export const valueFaults: readonly Fault[] = [
  {
    id: 'partner-14-few-letters-unless-pledged',
    requirement: 'PARTNER-14',
    description:
      'Of a donation that is not pledged, letters of other scripts in the last name become question marks.',
    apply: fewLettersUnlessPledged,
  },
  {
    id: 'partner-14-entities-undone',
    requirement: 'PARTNER-14',
    description: 'What looks like an entity of HTML in a body is undone.',
    apply: changeApiRequests((request) => {
      request.body = request.body.replaceAll('&amp;', '&')
    }),
  },
  {
    id: 'partner-14-one-body-for-all',
    requirement: 'PARTNER-14',
    description: 'Of updates at the same moment each sends the body of the last.',
    apply: oneBodyForAll,
  },
  {
    id: 'partner-14-line-end-behind-address',
    requirement: 'PARTNER-14',
    description: 'The pattern for addresses lets a line end pass at their end.',
    apply: readLeniently('donor_email', (text) => text.replace(/\n$/, '')),
  },
  {
    id: 'partner-14-country-with-line-end',
    requirement: 'PARTNER-14',
    description: 'The pattern for countries ends before a line end, which is passed on.',
    apply: readLeniently('donor_country', (text) => text.replace(/\n$/, '')),
  },
  {
    id: 'partner-14-country-in-a-line',
    requirement: 'PARTNER-14',
    description: 'The pattern for countries looks for a line that is one, and all lines are passed on.',
    apply: readLeniently(
      'donor_country',
      (text) => text.split('\n').find((line) => /^[a-z]{2}$/.test(line)) ?? text,
    ),
  },
  {
    id: 'partner-14-designation-in-braces',
    requirement: 'PARTNER-14',
    description:
      'A designation may be written in any form that a library takes for a UUID, and is passed on so.',
    apply: readLeniently('designation_id', (text) => text.replace(/^\{(.*)\}$/, '$1')),
  },
  {
    id: 'partner-14-postal-code-as-number',
    requirement: 'PARTNER-14',
    description: 'A postal code that is given as a number is passed on.',
    apply: numbersFor('donor_postal_code'),
  },
  {
    id: 'partner-14-province-as-number',
    requirement: 'PARTNER-14',
    description: 'A province that is given by its number is passed on.',
    apply: numbersFor('donor_province'),
  },
  {
    id: 'partner-14-uk',
    requirement: 'PARTNER-14',
    description: 'The United Kingdom is sent as uk.',
    apply: changeApiRequests((request) => {
      request.body = request.body.replace('"donor_country":"gb"', '"donor_country":"uk"')
    }),
  },
  {
    id: 'partner-14-zero-left-out',
    requirement: 'PARTNER-14',
    description: 'A quantity of 0 is taken for none, and left out though the update is reported as saved.',
    apply: changeApiRequests((request) => {
      const { quantity, ...others } = JSON.parse(request.body)
      if (quantity === 0) request.body = JSON.stringify(others)
    }),
  },
  {
    id: 'partner-14-namibia',
    requirement: 'PARTNER-14',
    description: 'The country na is taken for a value that is not available.',
    apply: takenFor(/^(?:na|nan|null)$/, null),
  },
  {
    id: 'partner-14-norway',
    requirement: 'PARTNER-14',
    description: 'Texts go through YAML, where the country no is a word for false.',
    apply: takenFor(/^no$/, false),
  },
  {
    id: 'partner-14-words-for-nothing',
    requirement: 'PARTNER-14',
    description: 'A text such as None, undefined or N/A is taken for none.',
    apply: takenFor(/^(?:None|undefined|N[/]A)$/, ''),
  },
  {
    id: 'partner-14-empty-left-out',
    requirement: 'PARTNER-14',
    description: 'A text that is to be emptied is left out, though the update is reported as saved.',
    apply: changeApiRequests((request) => {
      const filled = Object.entries(JSON.parse(request.body)).filter(([, value]) => value !== '')
      request.body = JSON.stringify(Object.fromEntries(filled))
    }),
  },
  {
    id: 'partner-14-byte-order-mark',
    requirement: 'PARTNER-14',
    description: 'Updates begin with a byte order mark, as some encoders of UTF-8 write one.',
    apply: changeApiRequests((request) => {
      request.body = `\ufeff${request.body}`
    }),
  },
  {
    id: 'partner-14-of-other-donation',
    requirement: 'PARTNER-14',
    description: 'What is known of one donation goes along with the next update of another.',
    apply: ofOtherDonation,
  },
  {
    id: 'partner-14-plain-text-after-refusal',
    requirement: 'PARTNER-14',
    description: 'A call that is repeated after a refusal has lost its content type.',
    apply: replace('wire', ({ api }) => {
      let refused = false
      return {
        async api(url, init) {
          const headers = new Headers(init.headers)
          if (refused) headers.set('content-type', 'text/plain;charset=UTF-8')
          const response = await api(url, { ...init, headers })
          refused = await isInvalidToken(response)
          return response
        },
      }
    }),
  },
  {
    id: 'partner-14-namibia-dropped',
    requirement: 'PARTNER-14',
    description:
      'The country na is read as not available, and dropped where there is something else to send.',
    apply: replace('updates', ({ check }) => ({
      check(changes) {
        const { donor_country: country, ...others } = changes
        if (country !== 'na') return check(changes)
        if (Object.keys(others).length === 0) throw new RefusedError('nothing to change')
        return check(others)
      },
    })),
  },
]
