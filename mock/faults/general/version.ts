import { replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** The faults that break VERSION-1. */
export const versionFaults: readonly Fault[] = [
  {
    id: 'version-1-organizations-under-v2',
    requirement: 'VERSION-1',
    alsoBreaks: ['ORG-5'],
    description: 'GET /v1/organizations has moved to /v2 and left nothing behind.',
    apply: replace('transport', ({ routes }) => ({
      routes: { ...routes, organizations: '/v2/organizations' },
    })),
  },
  {
    id: 'version-1-organizations-without-prefix',
    requirement: 'VERSION-1',
    alsoBreaks: ['ORG-5'],
    description: 'GET /v1/organizations redirects to the same path without its version.',
    apply: replace('bearer', () => ({
      organizationsAnswer: () => ({ status: 308, headers: { location: '/organizations' }, body: '' }),
    })),
  },
]
