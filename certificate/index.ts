/** What other programs need to write policies and to read certificates. */
export { type Particulars, particularsSchema } from './particulars.ts'
export { defaultPolicy, type Policy, policyJsonSchema, policySchema } from './policy.ts'
export { PARTICULARS } from './statement.ts'
