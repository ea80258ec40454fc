import { expect } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import type { RequirementResult } from '../../harness/model/result.ts'
import type { Sampling } from '../../harness/model/sampling.ts'
import { suites } from '../../suites/index.ts'
import { callback, password } from './accounts.ts'
import { type Introspect, serveDonations } from './donation-api.ts'

/** An authorization server that others wrote, and how the donation API asks whom a token stands for. */
export interface Served {
  /** Base URL of `/oauth2/authorize` and `/oauth2/token`. */
  readonly url: string
  /** The organizations of a living access token. */
  readonly organizations: Introspect
}

/** A target of that server and a donation API behind it; `more` adds or replaces environment keys. */
export async function targetOf({ url, organizations }: Served, more: Readonly<Record<string, string>> = {}) {
  const api = await serveDonations('charity-1', organizations)
  return readEnvironment({
    processEnv: {
      SANDBOX_AUTH_URL: url,
      SANDBOX_API_URL: api.url,
      SANDBOX_CLIENT_ID: 'partner',
      SANDBOX_CLIENT_SECRET: 'partner-secret',
      SANDBOX_REDIRECT_URI: callback,
      SANDBOX_SCOPE: 'donations',
      SANDBOX_USERNAME: 'owner',
      SANDBOX_PASSWORD: password,
      SANDBOX_NO_ORG_USERNAME: 'nobody',
      SANDBOX_NO_ORG_PASSWORD: password,
      SANDBOX_MULTI_ORG_USERNAME: 'several',
      SANDBOX_MULTI_ORG_PASSWORD: password,
      SANDBOX_OTHER_CLIENT_ID: 'other-partner',
      SANDBOX_OTHER_CLIENT_SECRET: 'other-partner-secret',
      SANDBOX_PLEDGED_DONATION_IDS: api.pledged.join(),
      SANDBOX_NON_PLEDGED_DONATION_IDS: api.other.join(),
      SANDBOX_FOREIGN_DONATION_ID: api.foreign,
      SANDBOX_DESIGNATION_IDS: api.designations.join(),
      SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: api.otherDesignation,
      ...more,
    },
  })
}

/** No production, no expired or revoked token, no webhooks, and nothing that only an inspector shows. */
export const UNDECIDED = reasonsOf(
  'ENV-1 ENV-2 ENV-3 TOKEN-6 REFRESH-6 BEARER-3 DESIGNATION-7 ADVISOR-7'.split(' '),
)

/** Some reason for each of these. */
export function reasonsOf(ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [id, expect.any(String)]))
}

/** The verdicts of a whole run. */
export interface Examined {
  /** The requirements that are held against the service, with the first violation in words. */
  readonly violations: Readonly<Record<string, string>>
  /** Those that could not be decided, with the reasons. */
  readonly undecided: Readonly<Record<string, string>>
}

/** Runs everything against a server; of tables and properties only a sample where one is given. */
export async function examine(served: Served, sampling?: Sampling): Promise<Examined> {
  const target = await targetOf(served)
  const extent = { seed: 1, runs: 2, ...(sampling && { sampling }) }
  const { requirements } = await runOnThrowaway({ target, strict: true, ...extent }, suites)
  return {
    violations: Object.fromEntries(
      requirements
        .filter(({ verdict }) => /fail|warn|error/.test(verdict))
        .map((one) => [one.id, evidenceOf(one)]),
    ),
    undecided: Object.fromEntries(
      requirements
        .filter(({ verdict }) => verdict === 'inconclusive')
        .map(({ id, reason = '' }) => [id, reason]),
    ),
  }
}

/** Enough for pages, callbacks and tokens to be seen. */
const SHOWING = ['AUTHZ-1', 'AUTHZ-4', 'AUTHZ-10', 'TOKEN-1', 'TOKEN-18', 'REFRESH-1']

/** What the standards advise against, with what was seen of it, when the probes of `--advice deep` are sent too. */
export async function advisedOn(served: Served): Promise<Readonly<Record<string, string>>> {
  const target = await targetOf(served)
  const sampling = { rows: 2, runs: 2, except: [] }
  const extent = { seed: 1, runs: 2, strict: false, only: SHOWING, sampling, once: true }
  const { advice } = await runOnThrowaway({ target, deepAdvice: true, ...extent }, suites)
  const advised = advice?.results.filter(({ status }) => status === 'advised') ?? []
  const told = advised.map(({ id, seen }) => [id, seen.join('; ').replace(/127\.0\.0\.1:\d+/g, '<host>')])
  return Object.fromEntries(told)
}

function evidenceOf({ violations: [first], reason = '' }: RequirementResult): string {
  return first ? `expected ${first.expected}; received ${first.received}` : reason
}
