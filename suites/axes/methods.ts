import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { axis } from '../../harness/authoring/index.ts'

/** A table of cases: the same by PATCH and by PUT. */
export const BY_BOTH: Readonly<Record<UpdateMethod, UpdateMethod>> = { PATCH: 'PATCH', PUT: 'PUT' }

/** PUT for PATCH, and the other way round. */
export function otherMethod(by: UpdateMethod): UpdateMethod {
  return by === 'PUT' ? 'PATCH' : 'PUT'
}

/** PATCH or PUT, for properties. */
export const anyMethod: fc.Arbitrary<UpdateMethod> = fc.constantFrom(...UPDATE_METHODS)

/** Updates by both methods. */
export const METHOD_AXIS = axis<UpdateMethod>('method', { PATCH: 'PATCH', PUT: 'PUT' })

/** PATCH and PUT in turn. */
export function methodOf(index: number): UpdateMethod {
  return UPDATE_METHODS[index % UPDATE_METHODS.length] ?? 'PATCH'
}
