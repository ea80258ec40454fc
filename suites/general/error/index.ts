import { family } from '../../../harness/authoring/index.ts'
import { error1 } from './error-1.ts'
import { error2 } from './error-2.ts'
import { error3 } from './error-3.ts'
import { error4 } from './error-4.ts'

/** Errors of the API: their media type and form, and what must never happen or be told in one. */
export const error = family('ERROR', [error1, error2, error3, error4])
