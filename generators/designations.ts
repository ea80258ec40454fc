import fc from 'fast-check'
import { labelled } from './labelled.ts'
import { wrongType } from './wrong-types.ts'

/**
 * Picks one of the given designation ids. Serves DESIGNATION-1 with ids of the donation's campaign,
 * DESIGNATION-2 with ids of another campaign.
 * @throws Error where no id is given
 */
export function designationOf(ids: readonly string[] = []): fc.Arbitrary<string> {
  if (ids.length === 0) throw new TypeError('designationOf needs the id of a designation at least')
  return fc.constantFrom(...ids)
}

/**
 * Random UUIDs (version 4) that no designation has. Serves DESIGNATION-3.
 * @param known ids of existing designations, which are never generated
 */
export function unknownDesignation(known: readonly string[] = []): fc.Arbitrary<string> {
  const taken = new Set(known.map((id) => id.toLowerCase()))
  return fc.uuid({ version: 4 }).filter((id) => !taken.has(id))
}

/**
 * Values that are neither a UUID nor null, labelled with what is wrong. Most derive from an existing
 * designation where one is known, so that a service which truncates or converts the value would find it.
 * Serves DESIGNATION-4.
 * @param known ids of designations of the donation's campaign; without them, random UUIDs are used
 */
export function malformedDesignation(known: readonly string[] = []) {
  const id = known.length > 0 ? designationOf(known) : unknownDesignation()
  const types = wrongType('string', id)
  return labelled<string, unknown>({
    'empty string': fc.constant(''),
    'a word': fc.constantFrom('a', 'null', 'undefined', 'none', '0'),
    'a letter too many': id.map((text) => `${text}a`),
    'a letter too few': id.map((text) => text.slice(0, -1)),
    'a letter that is no hexadecimal digit': id.map((text) => `g${text.slice(1)}`),
    'text after it': id.map((text) => `${text} x`),
    number: types.number,
    boolean: types.boolean,
    array: types.array,
    object: types.object,
  })
}
