import type { EnvironmentKey, RawEnvironment } from './schema.ts'

/** Keys whose values stand for different things, so that no value may be in two of them. */
const DISTINCT: readonly (readonly EnvironmentKey[])[] = [
  ['SANDBOX_USERNAME', 'SANDBOX_NO_ORG_USERNAME', 'SANDBOX_MULTI_ORG_USERNAME'],
  ['SANDBOX_CLIENT_ID', 'SANDBOX_OTHER_CLIENT_ID'],
  ['SANDBOX_PLEDGED_DONATION_IDS', 'SANDBOX_NON_PLEDGED_DONATION_IDS', 'SANDBOX_FOREIGN_DONATION_ID'],
  ['SANDBOX_DESIGNATION_IDS', 'SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID'],
  ['SANDBOX_REFRESH_TOKEN', 'SANDBOX_REVOKED_REFRESH_TOKEN'],
]

/** Finds the same user, client, donation, designation or token in two roles, one of which it cannot have. */
export function* sameInTwoRoles(raw: RawEnvironment): Iterable<[EnvironmentKey, string]> {
  for (const keys of DISTINCT) {
    const holders = new Map<string, EnvironmentKey>()
    for (const key of keys)
      for (const value of valuesOf(key, raw)) {
        const other = holders.get(value) ?? key
        holders.set(value, other)
        if (other === key) continue
        const which = /TOKEN|USERNAME/.test(key) ? 'the same value' : JSON.stringify(value)
        yield [key, `${key} holds ${which} as ${other}: it can be only one of them`]
      }
  }
}

function valuesOf(key: EnvironmentKey, raw: RawEnvironment): readonly string[] {
  const value = raw[key] ?? ''
  const values = /_IDS$/.test(key) ? value.split(',') : [value]
  // The letter case of a UUID is free (RFC 9562 §4), that of any other id is not known to be.
  const isUuid = key.includes('DESIGNATION')
  return values.map((one) => (isUuid ? one.trim().toLowerCase() : one.trim())).filter((one) => one !== '')
}
