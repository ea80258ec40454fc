import type { TargetConfig } from '../../client/environment/config.ts'
import { axis } from '../../harness/authoring/index.ts'
import { refusalsFor } from '../support/refused-updates.ts'

/** Why a donation that is not pledged refuses an update: whatever the reason, everything has to stay. */
export function refusalAxis(target: TargetConfig) {
  return axis('refused for', refusalsFor(target))
}
