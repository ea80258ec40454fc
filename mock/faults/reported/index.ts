import type { Fault } from '../fault.ts'
import { reportedAccessFaults } from './access.ts'
import { reportedAuthorizationFaults } from './authorization.ts'
import { reportedBodyFaults } from './bodies.ts'
import { reportedHistoryFaults } from './histories.ts'
import { reportedMisreadFaults } from './misread.ts'
import { reportedTextFaults } from './texts.ts'
import { reportedTokenFaults } from './tokens.ts'

/** Mistakes that somebody reported of a real project, each with its thread. */
export const reportedFaults: readonly Fault[] = [
  ...reportedAuthorizationFaults,
  ...reportedTokenFaults,
  ...reportedAccessFaults,
  ...reportedBodyFaults,
  ...reportedMisreadFaults,
  ...reportedHistoryFaults,
  ...reportedTextFaults,
]
