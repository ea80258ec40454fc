import { findNamed } from '../named.ts'
import { authorizationVariants } from './authorization.ts'
import { bodyVariants } from './bodies.ts'
import { dataVariants } from './data.ts'
import { pageVariants } from './pages.ts'
import { rejectionVariants } from './rejections.ts'
import { tokenVariants } from './tokens.ts'
import { transportVariants } from './transport.ts'
import { updateVariants } from './updates.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

/** Every legal freedom that the mock can use. */
export const variants: readonly Variant[] = [
  ...authorizationVariants,
  ...pageVariants,
  ...tokenVariants,
  ...updateVariants,
  ...rejectionVariants,
  ...bodyVariants,
  ...transportVariants,
  ...dataVariants,
]

/** The variant with this id. Throws where there is none. */
export function variantById(id: string): Variant {
  return findNamed('variant', variants, id)
}
