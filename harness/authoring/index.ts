/** All that the author of a requirement's tests needs of the harness. */

export { ViolationError } from '../model/violation.ts'
export type { Context } from '../session/context.ts'
export { type Axis, axis } from './axis.ts'
export { cases, type Table, tableTest } from './cases.ts'
export { covering } from './covering.ts'
export { describeFlow, ensure, expect, remark, violate } from './expect.ts'
export { family, type TestedFamily } from './family.ts'
export { inParts } from './in-parts.ts'
export { packed, type Shared } from './packed.ts'
export { property } from './property.ts'
export { type RequirementTest, requirement } from './requirement.ts'
export { test } from './test.ts'
