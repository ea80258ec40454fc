/** What `npx vitest run --project conformance` runs. */
import { conformance } from './index.ts'

conformance()
