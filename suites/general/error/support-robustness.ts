import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'

export const method = fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)
