/** What vitest runs for whoever works on a test: all families in one module, so that all their tests wait at once. */
import { registerTests } from '../harness/engine/vitest.ts'
import './index.ts'

registerTests()
