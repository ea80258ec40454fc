/**
 * Every family in one module, so that all tests of a run wait at the same time: its length is that of the longest
 * chain of requests, not their sum.
 */
import './env.ts'
import './authz.ts'
import './token.ts'
import './org.ts'
import './refresh.ts'
import './bearer.ts'
import './update.ts'
import './pledged.ts'
import './designation.ts'
import './advisor.ts'
import './robustness.ts'
import './open.ts'
import './model.ts'
