import fc from 'fast-check'
import { labelled } from './labelled.ts'
import { wrongType } from './wrong-types.ts'

/**
 * One of the designations with these ids: of the donation's campaign for DESIGNATION-1, of another one for
 * DESIGNATION-2.
 * @throws Error where there is no id
 */
export function designationOf(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...ids)
}

/**
 * Well-formed random UUIDs that stand for no designation. Serves DESIGNATION-3.
 * @param known ids that it must not hit
 */
export function unknownDesignation(known: readonly string[] = []): fc.Arbitrary<string> {
  const taken = new Set(known.map((id) => id.toLowerCase()))
  return fc.uuid({ version: 4 }).filter((id) => !taken.has(id))
}

/**
 * Values that are neither a UUID nor null, labelled with what is wrong. Near misses start from a designation that
 * exists, where one is known: a service that cuts or coerces would then find it. Serves DESIGNATION-4.
 * @param known ids of designations of the donation's campaign
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
