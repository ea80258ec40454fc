import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { Gated } from '../../../generators/index.ts'

export const method = fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

export const ORDINARY_GATED: Gated = { quantity: 3, identifier: 'B-2', source: 'gala' }
