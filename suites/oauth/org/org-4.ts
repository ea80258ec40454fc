import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { signInWithOrganizations } from './organizations.ts'

/** A user who owns several organizations signs in. How many there are is not configured: more than one. */
export const org4 = requirement(
  'ORG-4',
  test(async ({ multiOrgOAuth }) => {
    const { organizations, exchange } = await signInWithOrganizations(multiOrgOAuth)
    const distinct = new Set(organizations.map(({ id }) => id)).size
    ensure(
      distinct > 1,
      'all organizations of a user who owns several',
      `${organizations.length} entries, ${distinct} distinct`,
      [exchange],
    )
  }),
)
