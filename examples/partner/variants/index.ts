import { fieldByFieldDecisions } from './field-by-field.ts'
import { flowDecisions } from './flows.ts'
import { habitDecisions } from './habits.ts'
import { pageDecisions } from './pages.ts'
import { tokenDecisions } from './tokens.ts'
import { updateDecisions } from './updates.ts'
import type { Decision, Variant } from './variant.ts'

export type { Variant } from './variant.ts'

/** All decisions that an application may take otherwise. */
export const decisions: readonly Decision[] = [
  ...flowDecisions,
  ...pageDecisions,
  ...tokenDecisions,
  ...updateDecisions,
  ...fieldByFieldDecisions,
  ...habitDecisions,
]

/** All variants of all decisions. */
export const variants: readonly Variant[] = decisions.flatMap((decision) => decision.variants)
