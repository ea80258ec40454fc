import { NotApplicableError } from '../../contract/verdict.ts'
import { ALTERATIONS, swapCaseUnlessHexadecimal } from '../support/alter.ts'
import { FORGERIES } from '../support/forge.ts'
import { UNKNOWN_CLIENT_ID } from '../support/unknown.ts'
import { DISGUISES } from './secrets.ts'

/** Makes of a client's id one that is no client's; undefined leaves it out. */
type Other = (id: string) => string | undefined

/** No client's id, whatever the registered one is. */
const STRANGE: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  empty: '',
  'a blank': ' ',
  unknown: UNKNOWN_CLIENT_ID,
  'a wildcard': '*',
  'an SQL wildcard': '%',
  'an SQL condition': "' OR '1'='1",
  undefined: 'undefined',
  // The key of a row, which some look up beside the name.
  'a number': '1',
  'a prototype': '__proto__',
}

const CHANGES: Readonly<Record<string, Other>> = {
  'one character more': (id) => `${id}x`,
  'a dot behind': (id) => `${id}.`,
  'other letter case': swapCaseUnlessHexadecimal,
  'an added parameter': (id) => `${id}&x=1`,
  'a combining mark behind': (id) => `${id}\u0301`,
  'a soft hyphen within': (id) => `${id.slice(0, 1)}\u00ad${id.slice(1)}`,
  'encoded twice': encodeURIComponentOfFirst,
  'in base64': (id) => Buffer.from(id).toString('base64'),
  'a colon and more behind': (id) => `${id}:x`,
  'an at sign and a host behind': (id) => `${id}@elsewhere.example`,
  'hyphens as text has them': otherHyphen,
  'a zero before its last digits': (id) => numbered(id).replace(/\d+(?=\D*$)/, '0$&'),
  'only its last digits': (id) => /\d+(?=\D*$)/.exec(numbered(id))?.[0],
}

/** A hyphen that an editor of text made of one, or a sign behind where there is none. */
function otherHyphen(id: string): string {
  return id.includes('-') ? id.replaceAll('-', '\u2010') : `${id}\u2010`
}

/** @throws NotApplicableError where it has no digits, or nothing else: those may be read as a number. */
function numbered(id: string): string {
  if (!/\d/.test(id) || /^\d+$/.test(id))
    throw new NotApplicableError('the client id is no name with a number')
  return id
}

function encodeURIComponentOfFirst(id: string): string {
  return `%25${id.charCodeAt(0).toString(16).toUpperCase()}${id.slice(1)}`
}

/** No client looks its id up as a signed token. */
const ALTERED = Object.fromEntries(
  Object.entries(ALTERATIONS).filter(([name]) => !(name in FORGERIES) && name !== 'a character appended'),
)

/** Ids that are no client's, most of them made of one that is. */
export const OTHER_CLIENT_IDS: Readonly<Record<string, Other>> = {
  ...Object.fromEntries(Object.entries(STRANGE).map(([name, id]) => [name, () => id])),
  ...CHANGES,
  ...ALTERED,
  ...DISGUISES,
}
