import { type PolicyChange, replace } from '../../policies/replace.ts'
import { ruling } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'

/** Throws for certain well-formed bodies, so that the answer is a 500. */
function failingOver(breaks: (text: string, value: unknown) => boolean): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      const body = parseBody(request)
      if (breaks(new TextDecoder().decode(request.body), body))
        throw new Error('The database refused a value.')
      return body
    },
  }))
}

/** Whether any string in a JSON value, keys excepted, matches. */
function someText(value: unknown, matches: (text: string) => boolean): boolean {
  if (typeof value === 'string') return matches(value)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => someText(one, matches))
  )
}

/** The faults that break ERROR-2. */
export const errorFaults: readonly Fault[] = [
  {
    id: 'error-2-null-city-fails',
    requirement: 'ERROR-2',
    description: 'null as donor_city meets a method call that null does not have: 500.',
    apply: ruling('donor_city', (inForce) => (value, update) => {
      if (value === null) throw new TypeError('Cannot read properties of null')
      return inForce(value, update)
    }),
  },
  {
    id: 'error-2-unknown-field-fails',
    requirement: 'ERROR-2',
    description: 'A field that the service does not know ends up in its SQL: 500.',
    apply: replace('update', () => ({
      unknownField(name) {
        throw new Error(`no column ${name}`)
      },
    })),
  },
  {
    id: 'error-2-malformed-id-fails',
    requirement: 'ERROR-2',
    description: 'A donation id that is no UUID makes the database driver throw: 500.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        const found = findDonation(store, id, request)
        if (found === undefined && !/^[0-9a-f-]{36}$/i.test(id)) throw new Error('invalid input syntax')
        return found
      },
    })),
  },
  {
    id: 'error-2-nul-character-fails',
    requirement: 'ERROR-2',
    description: 'A NUL character in a text is valid JSON and an error in PostgreSQL: 500.',
    apply: failingOver((_text, value) => someText(value, (text) => text.includes('\0'))),
  },
  {
    id: 'error-2-long-text-fails',
    requirement: 'ERROR-2',
    description: 'Text longer than its column is not checked before it is stored: 500.',
    apply: failingOver((_text, value) => someText(value, ({ length }) => length > 1000)),
  },
  {
    id: 'error-2-lone-surrogate-fails',
    requirement: 'ERROR-2',
    description: 'Half of a surrogate pair, escaped in the JSON, cannot be encoded as UTF-8: 500.',
    apply: failingOver((_text, value) => someText(value, (text) => /\p{Surrogate}/u.test(text))),
  },
  {
    id: 'error-2-repeated-parameter-fails',
    requirement: 'ERROR-2',
    description: 'A token request parameter given twice becomes a list where a string is expected: 500.',
    apply: replace('token', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const parameters = collectParameters(pairs)
        if (parameters.repeated.length > 0) throw new TypeError('trim is not a function')
        return parameters
      },
    })),
  },
  {
    id: 'error-2-connection-cut-by-other-type',
    requirement: 'ERROR-2',
    alsoBreaks: ['UPDATE-1'],
    description: 'An update with a content type other than JSON gets no answer: the connection is cut.',
    apply: replace('transport', ({ listener }) => ({
      listener: (inner, host) =>
        listener((request, response) => {
          const type = request.headers['content-type'] ?? 'application/json'
          const isUpdate = request.method === 'PUT' || request.method === 'PATCH'
          if (isUpdate && !type.startsWith('application/json')) request.socket.destroy()
          else inner(request, response)
        }, host),
    })),
  },
]
