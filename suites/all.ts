/**
 * The one module that vitest runs: with all families in it, all tests of a run wait at the same time, and its length
 * is that of the longest chain of requests, not their sum.
 */
import { registerTests } from '../harness/vitest-tests.ts'
import './index.ts'

registerTests()
