import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Alters the state before it is kept for the callback; undefined drops it. */
export function keeping(alter: (state: string) => string | undefined): PolicyChange {
  return replace('authorization', ({ keepState }) => ({
    keepState(parameters) {
      const state = keepState(parameters)
      return state === undefined ? undefined : alter(state)
    },
  }))
}

/** Replaces the encoding of the state in the callback. */
export function writing(encode: (state: string) => string): PolicyChange {
  return replace('authorization', ({ callbackUrl }) => ({
    callbackUrl(redirectUri, parameters, outcome) {
      const others = parameters.filter(([name]) => name !== 'state')
      const url = callbackUrl(redirectUri, others, outcome)
      const state = parameters.find(([name]) => name === 'state')?.[1]
      return state === undefined ? url : `${url}&state=${encode(state)}`
    },
  }))
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The faults that break AUTHZ-2. */
export const authzStateFaults: readonly Fault[] = [
  {
    id: 'authz-2-plus-becomes-space',
    requirement: 'AUTHZ-2',
    description: 'A plus sign is written into the callback as it is, where every form decoder reads a space.',
    apply: writing((state) => encodeURIComponent(state).replaceAll('%2B', '+')),
  },
  {
    id: 'authz-2-decoded-twice',
    requirement: 'AUTHZ-2',
    description: 'The state is decoded once more than it was encoded: %2F comes back as a slash.',
    apply: keeping(decodedOnce),
  },
  {
    id: 'authz-2-encoded-twice',
    requirement: 'AUTHZ-2',
    description: 'The percent signs of an encoded state are encoded again on the way out.',
    apply: writing((state) => encodeURIComponent(encodeURIComponent(state))),
  },
  {
    id: 'authz-2-html-escaped',
    requirement: 'AUTHZ-2',
    description:
      'The state went through an HTML template: ampersands, angle brackets and quotes are escaped.',
    apply: keeping((state) =>
      state
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
    ),
  },
  {
    id: 'authz-2-cut-at-255',
    requirement: 'AUTHZ-2',
    description: 'The state is kept in a column of 255 characters, and what is longer is cut off.',
    apply: keeping((state) => state.slice(0, 255)),
  },
  {
    id: 'authz-2-long-in-lower-case',
    requirement: 'AUTHZ-2',
    description: 'States of more than 64 characters are kept by an index that knows lower case only.',
    apply: keeping((state) => (state.length > 64 ? state.toLowerCase() : state)),
  },
  {
    id: 'authz-2-trimmed',
    requirement: 'AUTHZ-2',
    description: 'Spaces at the beginning and end of the state are trimmed.',
    apply: keeping((state) => state.trim() || state),
  },
  {
    id: 'authz-2-zero-is-nothing',
    requirement: 'AUTHZ-2',
    description: 'The state "0" is taken for no state and does not come back.',
    apply: keeping((state) => (state === '0' ? undefined : state)),
  },
  {
    id: 'authz-2-null-is-nothing',
    requirement: 'AUTHZ-2',
    description: 'The texts "null" and "undefined" are taken for no state and do not come back.',
    apply: keeping((state) => (state === 'null' || state === 'undefined' ? undefined : state)),
  },
  {
    id: 'authz-2-read-as-number',
    requirement: 'AUTHZ-2',
    description:
      'A state of digits is read as a number: leading zeros and digits beyond the sixteenth change.',
    apply: keeping((state) => (/^\d+$/.test(state) ? String(Number(state)) : state)),
  },
  {
    id: 'authz-2-backslashes-stripped',
    requirement: 'AUTHZ-2',
    description: 'Backslashes are removed as if they escaped what follows.',
    apply: keeping((state) => state.replace(/\\(.?)/gs, '$1') || state),
  },
  {
    id: 'authz-2-cut-at-hash',
    requirement: 'AUTHZ-2',
    description: 'A hash sign is not encoded in the callback: what follows it becomes a fragment.',
    apply: writing((state) => encodeURIComponent(state).replaceAll('%23', '#')),
  },
  {
    id: 'authz-2-ampersand-not-encoded',
    requirement: 'AUTHZ-2',
    description:
      'An ampersand is not encoded in the callback: the state ends there, another parameter begins.',
    apply: writing((state) => encodeURIComponent(state).replaceAll('%26', '&')),
  },
  {
    id: 'authz-2-spaces-collapsed',
    requirement: 'AUTHZ-2',
    description: 'Several spaces in a row come back as one.',
    apply: keeping((state) => state.replace(/ {2,}/g, ' ')),
  },
  {
    id: 'authz-2-quotes-doubled',
    requirement: 'AUTHZ-2',
    description: 'Single quotes come back doubled, escaped for an SQL statement.',
    apply: keeping((state) => state.replaceAll("'", "''")),
  },
  {
    id: 'authz-2-base64-padding-stripped',
    requirement: 'AUTHZ-2',
    description: 'Equals signs at the end of the state are lost.',
    apply: keeping((state) => state.replace(/=+$/, '') || state),
  },
  {
    id: 'authz-2-beyond-latin-replaced',
    requirement: 'AUTHZ-2',
    description: 'Characters that Latin-1 does not have come back as question marks.',
    apply: keeping((state) => state.replace(/[^\0-\xff]/gu, '?')),
  },
  {
    id: 'authz-2-escapes-upper-case',
    requirement: 'AUTHZ-2',
    description: 'What looks like a percent escape in the state is written with capitals, as a proxy does.',
    apply: keeping((state) => state.replace(/%[\da-f]{2}/gi, (octet) => octet.toUpperCase())),
  },
]
