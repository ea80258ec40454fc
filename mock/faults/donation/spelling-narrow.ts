import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { UpdateBody } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { repairing } from './narrow.ts'

/** Refuses some requests for their content type. */
function refusingTypes(refuses: (type: string) => boolean): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      if (refuses(request.header('content-type') ?? ''))
        throw new Rejected('unsupported-media-type', 'The body must be application/json.')
      return parseBody(request)
    },
  }))
}

const isChunked = (request: HttpRequest) => /chunked/i.test(request.header('transfer-encoding') ?? '')

/** Reads the keys of a body otherwise; where two become one, `prefers` says which counts. */
function readingKeys(read: (key: string) => string, prefers: 'ours' | 'theirs' = 'ours'): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request): UpdateBody {
      const body = parseBody(request)
      const others = Object.fromEntries(
        Object.entries(body)
          .map(([key, value]) => [read(key), value, key] as const)
          .filter(([name, , key]) => name !== key)
          .map(([name, value]) => [name, value]),
      )
      return prefers === 'ours' ? { ...others, ...body } : { ...body, ...others }
    },
  }))
}

/** Faults that show with one spelling of a body, or with keys that resemble those of the contract. */
export const spellingNarrowFaults: readonly Fault[] = [
  {
    id: 'update-1-charset-in-quotes-refused',
    requirement: 'UPDATE-1',
    description: 'A content type with its charset in quotes is refused.',
    apply: refusingTypes((type) => type.includes('"')),
  },
  {
    id: 'update-1-type-in-capitals-refused',
    requirement: 'UPDATE-1',
    description: 'The content type is compared with regard to letter case.',
    apply: refusingTypes(
      (type) => type.toLowerCase().startsWith('application/json') && !type.startsWith('application/json'),
    ),
  },
  {
    id: 'update-1-chunked-body-read-as-empty',
    requirement: 'UPDATE-1',
    description: 'A body is read by its Content-Length: one that comes in chunks is taken to be empty.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) =>
        parseBody(isChunked(request) ? { ...request, body: new Uint8Array() } : request),
    })),
  },
  {
    id: 'update-3-character-cut-between-chunks',
    requirement: 'UPDATE-3',
    description: 'Each chunk of a body is decoded by itself, which spoils characters that two of them share.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        if (!isChunked(request)) return parseBody(request)
        const cut = new TextDecoder('latin1').decode(request.body).replace(/[\x80-\xff]/g, '\ufffd')
        return parseBody({ ...request, body: new TextEncoder().encode(cut) })
      },
    })),
  },
  {
    id: 'update-1-leading-blanks-refused',
    requirement: 'UPDATE-1',
    description: 'A body is refused unless it begins with a brace within its first 1,024 characters.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        if (!new TextDecoder().decode(request.body.subarray(0, 1_024)).includes('{'))
          throw new Rejected('malformed-body', 'The body must be a JSON object.')
        return parseBody(request)
      },
    })),
  },
  {
    id: 'update-3-escaped-keys-unknown',
    requirement: 'UPDATE-3',
    description: 'A key that is written with escapes is not recognized, and its value ignored.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request): UpdateBody {
        const text = new TextDecoder().decode(request.body)
        const body = parseBody(request)
        const known = Object.entries(body).filter(([key]) => text.includes(`"${key}"`))
        return /\\u[\da-f]{4}[^"]*"\s*:/i.test(text) ? Object.fromEntries(known) : body
      },
    })),
  },
  {
    id: 'update-7-comments-taken',
    requirement: 'UPDATE-7',
    description: 'Comments within JSON are skipped.',
    apply: repairing((text) => text.replace(/\/\*.*?\*\//gs, '')),
  },
  {
    id: 'update-7-nan-taken-for-null',
    requirement: 'UPDATE-7',
    description: 'NaN is read as null (Python’s json).',
    apply: repairing((text) => text.replace(/:NaN/g, ':null')),
  },
  {
    id: 'update-7-raw-line-end-taken',
    requirement: 'UPDATE-7',
    description: 'A line end within a string is taken.',
    apply: repairing((text) => text.replace(/(?<=\w)\n(?=\w)/g, '\\n')),
  },
  {
    id: 'update-7-bad-bytes-replaced',
    requirement: 'UPDATE-7',
    description: 'Bytes that are no UTF-8 become replacement characters, and the body is taken.',
    apply: repairing((text) => text),
  },
  {
    id: 'update-7-json-in-string-taken',
    requirement: 'UPDATE-7',
    description: 'An object that is written as JSON in a string is taken.',
    apply: repairing((text) => {
      try {
        const inside: unknown = JSON.parse(text)
        return typeof inside === 'string' && isObject(JSON.parse(inside)) ? inside : undefined
      } catch {
        return undefined
      }
    }),
  },
  {
    id: 'update-7-first-line-taken',
    requirement: 'UPDATE-7',
    description: 'Of several objects on lines of their own the first is taken (NDJSON).',
    apply: repairing((text) => (text.includes('}\n{') ? text.split('\n')[0] : undefined)),
  },
  {
    id: 'update-7-hexadecimal-escape-taken',
    requirement: 'UPDATE-7',
    description: 'The escape \\x of JavaScript is taken within strings.',
    apply: repairing((text) => text.replace(/\\x([\da-f]{2})/gi, '\\u00$1')),
  },
  {
    id: 'update-4-keys-in-any-case',
    requirement: 'UPDATE-4',
    description: 'Keys are compared without regard to letter case.',
    apply: readingKeys((key) => key.toLowerCase()),
  },
  {
    id: 'update-4-keys-trimmed',
    requirement: 'UPDATE-4',
    description: 'Blanks around keys are dropped.',
    apply: readingKeys((key) => key.trim()),
  },
  {
    id: 'update-3-dotted-keys-win',
    requirement: 'UPDATE-3',
    alsoBreaks: ['UPDATE-4'],
    description: 'A dot in a key is read as an underscore, and such a key counts more than ours.',
    apply: readingKeys((key) => key.replaceAll('.', '_'), 'theirs'),
  },
  {
    id: 'update-4-keys-end-at-nul',
    requirement: 'UPDATE-4',
    description: 'A key ends at a NUL character.',
    apply: readingKeys((key) => key.replace(/\0.*$/s, '')),
  },
]
