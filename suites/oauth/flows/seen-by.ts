import { attribute } from '../../../client/http/attribution.ts'
import type { Context } from '../../../harness/authoring/index.ts'

/** An exchange that several tests share, as evidence of this one. */
export function seenBy<Evidence extends object>({ http }: Context, evidence: Evidence): Evidence {
  attribute(evidence, http.sender)
  return evidence
}
