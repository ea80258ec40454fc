import { findNamed } from '../named.ts'
import { apiErrorVariants } from './api-errors.ts'
import { apiInputVariants } from './api-inputs.ts'
import { apiRecordVariants } from './api-records.ts'
import { authorizationVariants, redirectVariants } from './authorization.ts'
import { bodyVariants } from './bodies.ts'
import { callbackVariants } from './callbacks.ts'
import { dataVariants } from './data.ts'
import { decisionVariants } from './decisions-on-pages.ts'
import { graceVariants } from './grace.ts'
import { grantVariants } from './grants.ts'
import { limitVariants } from './limits.ts'
import { loadVariants } from './load.ts'
import { mistypedPasswordVariants } from './mistyped-passwords.ts'
import { pageVariants } from './pages.ts'
import { proxyVariants } from './proxies.ts'
import { recordFormVariants } from './record-forms.ts'
import { rejectionVariants } from './rejections.ts'
import { revocationVariants } from './revocation.ts'
import { routeVariants } from './routes.ts'
import { sessionVariants } from './sessions.ts'
import { tokenAnswerVariants } from './token-answers.ts'
import { tokenErrorVariants } from './token-errors.ts'
import { tokenMakeVariants } from './token-makes.ts'
import { tokenVariants } from './tokens.ts'
import { transportVariants } from './transport.ts'
import { unusualPageVariants } from './unusual-pages.ts'
import { updateVariants } from './updates.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

/**
 * One decision of the service, with the variants that take it otherwise. Some exclude each other, so a service is
 * given one of them at most where decisions are combined.
 */
interface Decision {
  readonly name: string
  readonly variants: readonly Variant[]
}

/** All decisions, in the order in which `applyAll` applies their variants. */
export const decisions: readonly Decision[] = [
  { name: 'authorization requests', variants: authorizationVariants },
  { name: 'callbacks', variants: callbackVariants },
  {
    name: 'pages',
    variants: [...redirectVariants, ...pageVariants, ...unusualPageVariants, ...decisionVariants],
  },
  { name: 'sessions', variants: sessionVariants },
  { name: 'mistyped passwords', variants: mistypedPasswordVariants },
  { name: 'tokens', variants: [...tokenVariants, ...tokenAnswerVariants, ...tokenMakeVariants] },
  { name: 'errors of the token endpoint', variants: tokenErrorVariants },
  { name: 'grants', variants: grantVariants },
  { name: 'grace of refresh tokens', variants: graceVariants },
  { name: 'revocation', variants: revocationVariants },
  { name: 'updates', variants: [...updateVariants, ...apiRecordVariants, ...recordFormVariants] },
  { name: 'input of updates', variants: apiInputVariants },
  { name: 'refusals', variants: [...rejectionVariants, ...apiErrorVariants] },
  { name: 'routes', variants: routeVariants },
  { name: 'bodies', variants: [...bodyVariants, ...proxyVariants] },
  { name: 'load and connections', variants: [...transportVariants, ...loadVariants, ...limitVariants] },
  { name: 'data', variants: dataVariants },
]

/** All variants of the mock, in the order in which `applyAll` applies them. */
export const variants: readonly Variant[] = decisions.flatMap((decision) => decision.variants)

/**
 * Finds a variant by its id.
 * @throws Error for an unknown id; its message is one line that names the nearest known id
 */
export function variantById(id: string): Variant {
  return findNamed('variant', variants, id)
}
