import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { Donation } from '../../store.ts'
import { type Breakage, breakage, fine } from '../condition.ts'

type Body = readonly [name: string, when: string, isOne: (text: string, request: HttpRequest) => boolean]

const NO_OBJECTS: readonly Body[] = [
  ['none', 'it is empty', (text) => text === ''],
  ['blank', 'it is blank', (text) => text !== '' && text.trim() === ''],
  ['array', 'it is an array', (text) => text.trim().startsWith('[')],
  ['text', 'it is a text', (text) => /^"/.test(text)],
  ['number', 'it is a number', (text) => /^\d/.test(text)],
  ['null', 'it is null', (text) => text === 'null'],
  ['true', 'it is true', (text) => text === 'true'],
  ['false', 'it is false', (text) => text === 'false'],
  ['cut', 'it is cut off', (text) => /^\{[^}]+$/.test(text)],
  ['comma', 'it has a comma too many', (text) => /,\s*\}/.test(text)],
  ['comment', 'it holds a comment', (text) => /\/\*|\/\/ /.test(text)],
  ['single-quotes', 'it has single quotes', (text) => /^\{'/.test(text)],
  ['bare-names', 'it has a name without quotes', (text) => /^\{\w+:/.test(text)],
  ['more', 'something is behind it', (text) => /^\{.*\}\s*\S+$/.test(text) && !text.endsWith('}')],
  ['two', 'it is two objects', (text) => /\}\s*\{/.test(text)],
  ['nan', 'it holds NaN', (text) => /:\s*NaN/.test(text)],
  ['leading-zero', 'a number in it has a leading zero', (text) => /:\s*0\d/.test(text)],
  ['form', 'it is a form', (text) => /^[a-z_]+=/.test(text)],
  ['line-break', 'a text in it holds a raw line break', (text) => /"[^"]*\n[^"]*"/.test(text)],
  ['bad-utf-8', 'it is no UTF-8', (text) => text.includes('\ufffd')],
]

const BODIES = fine<HttpRequest>(
  'body',
  NO_OBJECTS.map(([name, words, isOne]) => [
    name,
    words,
    (request) => isOne(new TextDecoder().decode(request.body), request),
  ]),
)

/** Faults of bodies that are no JSON object. */
export const malformedBreaks: readonly Breakage[] = (['ignored', 'clears'] as const).map((what) =>
  breakage<HttpRequest>({
    requirement: 'UPDATE-7',
    name: `body-${what}`,
    description:
      what === 'ignored'
        ? 'a body that is no JSON object is taken for an empty one'
        : 'a body that is no JSON object empties the city and is refused',
    conditions: BODIES,
    apply: (when) =>
      replace('update', ({ parseBody, afterRejection }) => ({
        parseBody(request) {
          try {
            return parseBody(request)
          } catch (error) {
            if (what === 'ignored' && error instanceof Rejected && when(request)) return {}
            throw error
          }
        },
        afterRejection(rejected, store, request, id) {
          afterRejection(rejected, store, request, id)
          const donation: Donation | undefined = store.donations.get(id)
          if (what === 'clears' && rejected.kind === 'malformed-body' && donation && when(request))
            store.donations.set(id, { ...donation, donor_city: '' })
        },
      })),
  }),
)
