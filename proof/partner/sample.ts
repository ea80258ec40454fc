import { existsSync } from 'node:fs'
import { built } from '../../harness/engine/built.ts'

/** Whether the sample application is here, as in a checkout; the published package goes without it. */
export function isSampleHere(): boolean {
  return existsSync(built('examples/partner/main.js'))
}
