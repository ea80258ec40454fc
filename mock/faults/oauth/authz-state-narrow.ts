import type { Fault } from '../fault.ts'
import { keeping } from './authz-state.ts'

/** Faults of AUTHZ-2 that show in states of one shape only. */
export const authzStateNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-2-negative-zero',
    requirement: 'AUTHZ-2',
    description: 'A state that is a negative zero comes back as 0.',
    apply: keeping((state) => (/^-0+$/.test(state) ? '0' : state)),
  },
  {
    id: 'authz-2-plus-sign-of-number',
    requirement: 'AUTHZ-2',
    description: 'A state of digits loses the plus sign before them.',
    apply: keeping((state) => state.replace(/^\+(?=\d+$)/, '')),
  },
  {
    id: 'authz-2-grouped-digits',
    requirement: 'AUTHZ-2',
    description: 'Commas and underscores between groups of digits are taken out, as of a number in a form.',
    apply: keeping((state) => (/^\d{1,3}(?:[,_]\d{3})+$/.test(state) ? state.replace(/[,_]/g, '') : state)),
  },
  {
    id: 'authz-2-time-of-day-in-seconds',
    requirement: 'AUTHZ-2',
    description: 'A state like 12:30 comes back as a number, as YAML 1.1 reads it.',
    apply: keeping((state) => {
      const [, first, second] = /^(\d+):([0-5]\d)$/.exec(state) ?? []
      return first && second ? String(Number(first) * 60 + Number(second)) : state
    }),
  },
  {
    id: 'authz-2-time-in-utc',
    requirement: 'AUTHZ-2',
    description: 'A state that is a time with an offset comes back as the same time in UTC.',
    apply: keeping((state) =>
      /^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/.test(state) ? new Date(state).toISOString() : state,
    ),
  },
  {
    id: 'authz-2-braces-of-uuid',
    requirement: 'AUTHZ-2',
    description: 'A state that is a UUID in braces comes back without them.',
    apply: keeping((state) => state.replace(/^\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}$/i, '$1')),
  },
  {
    id: 'authz-2-base64-object-decoded',
    requirement: 'AUTHZ-2',
    description: 'A state that is an object in base64 comes back decoded.',
    apply: keeping((state) => {
      const text = Buffer.from(state, 'base64').toString()
      return /^\{.*\}$/.test(text) ? text : state
    }),
  },
  {
    id: 'authz-2-hexadecimal-cut-at-64',
    requirement: 'AUTHZ-2',
    description: 'A state of hexadecimal digits alone is cut to the length of a SHA-256.',
    apply: keeping((state) => (/^[0-9a-f]+$/.test(state) ? state.slice(0, 64) : state)),
  },
  {
    id: 'authz-2-script-filtered',
    requirement: 'AUTHZ-2',
    description: 'A filter takes the words of scripts out of the state.',
    apply: keeping((state) => state.replace(/javascript:|\bon\w+=/gi, '')),
  },
  {
    id: 'authz-2-comments-filtered',
    requirement: 'AUTHZ-2',
    description: 'Comments of HTML and of programs are taken out of the state.',
    apply: keeping((state) => state.replace(/<!--.*?-->|\/\*.*?\*\//g, '')),
  },
  {
    id: 'authz-2-sql-words-filtered',
    requirement: 'AUTHZ-2',
    description: 'Words of SQL are taken out of the state.',
    apply: keeping((state) => state.replace(/\b(?:select|insert|union|drop table)\b/gi, '')),
  },
  {
    id: 'authz-2-route-parameter-filled',
    requirement: 'AUTHZ-2',
    description: 'What looks like a parameter of a route or a message, such as :id or {0}, is filled in.',
    apply: keeping((state) => state.replace(/:id\b|\{0\}/g, '1')),
  },
  {
    id: 'authz-2-variable-filled',
    requirement: 'AUTHZ-2',
    description: 'The name of an environment variable behind a dollar sign is filled in with nothing.',
    apply: keeping((state) => state.replace(/\$[A-Z_]+\b/g, '')),
  },
  {
    id: 'authz-2-named-entities',
    requirement: 'AUTHZ-2',
    description: 'Entities other than those of XML are decoded, with or without a semicolon.',
    apply: keeping((state) => state.replace(/&(?:nbsp|copy);?/g, (one) => (one.includes('n') ? ' ' : '©'))),
  },
  {
    id: 'authz-2-hexadecimal-entities',
    requirement: 'AUTHZ-2',
    description: 'Entities that give the number of a character in hexadecimal are decoded, and no others.',
    apply: keeping((state) =>
      state.replace(/&#x([\da-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16))),
    ),
  },
  {
    id: 'authz-2-second-padding-sign',
    requirement: 'AUTHZ-2',
    description: 'Two signs of padding at the end are stripped, and one is not.',
    apply: keeping((state) => state.replace(/(\w)==$/, '$1')),
  },
  {
    id: 'authz-2-escape-of-old-scripts',
    requirement: 'AUTHZ-2',
    description: 'Escapes of the form %u0041 are decoded, as unescape() does.',
    apply: keeping((state) =>
      state.replace(/%u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  {
    id: 'authz-2-composed',
    requirement: 'AUTHZ-2',
    description: 'A letter and the accent behind it come back as one character.',
    apply: keeping((state) => state.normalize('NFC')),
  },
  {
    id: 'authz-2-compatibility-forms',
    requirement: 'AUTHZ-2',
    description: 'Ligatures, wide letters and raised digits come back as plain ones.',
    apply: keeping((state) => state.replace(/\P{M}+/gu, (text) => text.normalize('NFKC'))),
  },
  {
    id: 'authz-2-query-sorted',
    requirement: 'AUTHZ-2',
    description: 'A state that is a query itself comes back with its parameters in order.',
    apply: keeping((state) =>
      /^\w+=\w*(?:&\w+=\w*)+$/.test(state) ? state.split('&').toSorted().join('&') : state,
    ),
  },
  {
    id: 'authz-2-long-number-rounded',
    requirement: 'AUTHZ-2',
    description: 'A number of more digits than a double holds comes back rounded.',
    apply: keeping((state) => (/^[1-9]\d{17,}$/.test(state) ? `${BigInt(Number(state))}` : state)),
  },
  {
    id: 'authz-2-base64-made-safe-for-urls',
    requirement: 'AUTHZ-2',
    description: 'A state that looks like a key in base64 comes back in the alphabet for URLs.',
    apply: keeping((state) =>
      /^[\w+/]{20,}={0,2}$/.test(state) ? state.replaceAll('+', '-').replaceAll('/', '_') : state,
    ),
  },
  {
    id: 'authz-2-line-ends-alike',
    requirement: 'AUTHZ-2',
    description: 'Line ends of a state become line feeds, as in a text area.',
    apply: keeping((state) => state.replaceAll('\r\n', '\n')),
  },
  {
    id: 'authz-2-zero-width-dropped',
    requirement: 'AUTHZ-2',
    description: 'Characters of no width are taken out of the state.',
    apply: keeping((state) => state.replace(/[\u200b-\u200d\ufeff]/g, '')),
  },
]
