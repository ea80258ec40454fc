import type { RejectionKind } from '../../api/rejected.ts'
import type { Answer, HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import { type Breakage, breakage, type Condition, classes, fine } from '../condition.ts'

const KINDS: readonly RejectionKind[] = ['unknown-donation', 'malformed-body', 'invalid-field', 'not-pledged']

const METHODS: readonly Condition<HttpRequest>[] = classes('method', [
  ['patch', 'it is a PATCH', ({ method }) => method === 'PATCH'],
  ['put', 'it is a PUT', ({ method }) => method === 'PUT'],
])

/** Answers a refusal otherwise. */
function answering(
  kind: RejectionKind,
  when: (request: HttpRequest) => boolean,
  change: (answer: Answer) => Answer,
): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      return rejected.kind === kind && when(request) ? change(answer) : answer
    },
  }))
}

const TYPES = ['text/plain', 'text/html', 'application/problem+json', 'application/xml', ''] as const

const types = KINDS.flatMap((kind) =>
  TYPES.map((type) =>
    breakage<HttpRequest>({
      requirement: 'ERROR-1',
      name: `${kind}-${type.replace(/\W/g, '-') || 'none'}`,
      description: `a refusal (${kind}) is of the type ${type || 'of no name'}`,
      conditions: METHODS,
      apply: (when) =>
        answering(kind, when, (answer) => ({
          ...answer,
          headers: { ...answer.headers, 'content-type': type },
        })),
    }),
  ),
)

const LEAKS: Readonly<Record<string, string>> = {
  'javascript-trace':
    'Error: failed\n    at Object.update (/srv/app/src/donations.js:41:13)\n    at process.processTicks (node:internal/process/task_queues:95:5)',
  'python-trace':
    'Traceback (most recent call last):\n  File "/srv/app/views.py", line 12, in update\nValueError: bad',
  'java-trace': 'java.lang.NullPointerException\n\tat com.example.Donations.update(Donations.java:41)',
  sql: 'SELECT "donations".* FROM "donations" WHERE "donations"."id" = $1 LIMIT 1',
  path: 'cannot read /var/www/app/config/database.yml',
}

const leaks = KINDS.flatMap((kind) =>
  Object.entries(LEAKS).map(([name, text]) =>
    breakage<HttpRequest>({
      requirement: 'ERROR-3',
      name: `${kind}-${name}`,
      description: `a refusal (${kind}) shows ${name === 'sql' ? 'a statement' : name === 'path' ? 'a path' : 'a stack trace'}`,
      conditions: METHODS,
      apply: (when) =>
        answering(kind, when, (answer) => ({
          ...answer,
          body: JSON.stringify({ ...Object(JSON.parse(answer.body)), detail: text }),
        })),
    }),
  ),
)

interface Given {
  readonly field: string
  readonly value: unknown
}

const text =
  (holds: (value: string) => boolean) =>
  ({ value }: Given) =>
    typeof value === 'string' && holds(value)

/** Values over which a service falls. */
const VALUES: readonly Condition<Given>[] = fine('value', [
  ['nul', 'it holds a NUL', text((value) => value.includes('\0'))],
  [
    'surrogate',
    'it holds a lone surrogate',
    text((value) => /[\ud800-\udbff](?![\udc00-\udfff])/.test(value)),
  ],
  [
    'beyond-the-plane',
    'it holds a character beyond the basic plane',
    text((value) => /[\u{10000}-\u{10ffff}]/u.test(value)),
  ],
  ['over-255', 'it has more than 255 characters', text((value) => value.length > 255)],
  ['over-4096', 'it has more than 4096 characters', text((value) => value.length > 4096)],
  ['over-65535', 'it has more than 65535 characters', text((value) => value.length > 65_535)],
  ['quote', 'it is a quote', text((value) => value === "'")],
  ['percent', 'it holds %s', text((value) => value.includes('%s'))],
  ['backslash', 'it ends with a backslash', text((value) => value.endsWith('\\'))],
  ['empty', 'it is an empty string', text((value) => value === '')],
  ['blank', 'it is a blank', text((value) => value === ' ')],
  ['null', 'it is null', ({ value }) => value === null],
  ['number', 'it is a number', ({ value }) => typeof value === 'number'],
  ['boolean', 'it is a boolean', ({ value }) => typeof value === 'boolean'],
  ['array', 'it is an array', ({ value }) => Array.isArray(value)],
  ['object', 'it is an object', ({ value }) => isObject(value)],
  [
    'over-32-bits',
    'it is a number beyond 32 bits',
    ({ value }) => typeof value === 'number' && value > 4_294_967_295,
  ],
])

const FIELDS = [
  'donor_first_name',
  'donor_email',
  'donor_country',
  'donor_city',
  'memo',
  'designation_id',
  'advisor',
  'quantity',
  'identifier',
  'source',
] as const

/** What is right for a field: whoever falls over it breaks other requirements too. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  designation_id: ['null'],
  advisor: ['null', 'object'],
}

const falls = FIELDS.map((field) =>
  breakage<Given>({
    requirement: 'ERROR-2',
    name: `${field}-falls`,
    description: `the service falls over ${field}`,
    conditions: VALUES.filter(({ value }) => !RIGHT[field]?.includes(value)),
    apply: (when) =>
      replace('update', ({ parseBody }) => ({
        parseBody(request) {
          const body = parseBody(request)
          if (Object.hasOwn(body, field) && when({ field, value: body[field] }))
            throw new Error('The database refused a value.')
          return body
        },
      })),
  }),
)

/** Faults of how a refusal is answered. */
export const errorBreaks: readonly Breakage[] = [...types, ...leaks, ...falls]
