import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../client/http/answer.ts'
import { ASSIGNED_COUNTRIES } from '../../contract/index.ts'

/** Fields in which the letter case means nothing. */
const CASELESS = /(?:email|country|postal_code|province)$/

/**
 * Whether a value that was sent is the one that was asked for, but for what an application may normalize: blanks and
 * Unicode forms, letter case where it means nothing, the declared type of what was written as another one, an empty
 * text for none, and a country's code for its name.
 */
export function isAskedFor(field: string, sent: unknown, asked: unknown): boolean {
  if (isDeepStrictEqual(sent, asked)) return true
  if (isEmpty(sent) && isEmpty(asked)) return true
  if (isJsonObject(sent) && isJsonObject(asked))
    return Object.entries(sent).every(
      ([name, value]) => name in asked && isAskedFor(name, value, asked[name]),
    )
  if (isScalar(sent) && isScalar(asked)) {
    const [one, other] = [normalized(field, sent), normalized(field, asked)]
    return one === other || sameNumber(sent, asked) || isCountryFor(field, one, other)
  }
  return false
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === undefined
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function normalized(field: string, value: string | number | boolean): string {
  const text = String(value).normalize('NFKC').replace(/\s+/g, ' ').trim()
  // A UUID in another of its forms.
  if (field === 'designation_id') return text.toLowerCase().replace(/^urn:uuid:|[{}-]/g, '')
  return CASELESS.test(field) ? caseless(text) : text
}

/** One form for all letter cases: `ß` has no capital of its own, and comes back from capitals as `ss`. */
function caseless(text: string): string {
  return text.toUpperCase().toLowerCase()
}

function sameNumber(sent: unknown, asked: unknown): boolean {
  return (
    typeof sent === 'number' && typeof asked === 'string' && asked.trim() !== '' && Number(asked) === sent
  )
}

/** A code of two letters for a code of three or a name: nobody here knows them all. */
function isCountryFor(field: string, sent: string, asked: string): boolean {
  return field === 'donor_country' && asked.length > 2 && ASSIGNED_COUNTRIES.some((code) => code === sent)
}
