import { recordOf } from '../../client/donations/record.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { Session } from '../session/session.ts'
import type { Diagnosis, Sort } from './diagnosis.ts'
import {
  checkDesignations,
  checkDonations,
  checkHost,
  checkOrganizations,
  checkReading,
  checkRefresh,
  hostsOf,
} from './doctor-checks.ts'
import { unknownApi } from './mistakes/api-url.ts'
import { lookAtDonations, OTHER_KEY, PLEDGED_KEY } from './mistakes/donations.ts'
import { lookForMistakes } from './mistakes/mistakes.ts'
import { preflight } from './preflight.ts'
import { lookAtWalls } from './walls.ts'

/** What an examination found of a target that can be tested. */
interface Examined {
  /** As a run would test it, without what is wrong. */
  readonly target: TargetConfig
  /** The fields that records show. */
  readonly shown: readonly string[]
}

/**
 * Looks at a target before any verdict: hosts, login, refresh, donations, designations. It reads donations by empty
 * updates, which clear their designations, sends gated fields with the values they have, and sets designations on the
 * first donation for a moment, all of which a run does too.
 *
 * @param signal gives up.
 * @returns undefined where a run would test nothing.
 */
export async function* diagnoses(
  target: TargetConfig,
  signal: AbortSignal,
): AsyncGenerator<Diagnosis, Examined | undefined> {
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  signal.addEventListener('abort', () => session.abort.abort(), { once: true })
  const redact = (text: string) => session.secrets.redact(text)
  const redacted = (one: Diagnosis) => ({ ...one, about: redact(one.about), says: redact(one.says) })
  try {
    for (const diagnosis of lookAtWalls(target, process.env)) yield redacted(diagnosis)
    let isReached = true
    for (const [key, url] of hostsOf(target)) {
      const seen = await checkHost(session, key, url).catch((error: unknown) => failed(error, key))
      if (seen.wrong) isReached = false
      yield redacted(seen)
    }
    const problem = await preflight(target, signal)
    if (problem !== undefined) {
      // Of a host that is not reached it was said.
      if (isReached)
        yield redacted({ about: 'service', says: problem, wrong: sortOf(problem), isInTheWay: true })
      return undefined
    }
    // The first call with an access token: where there is none, nothing further can be looked at.
    const called = await checkOrganizations(session).catch(withoutToken)
    if (called.about === 'login') {
      yield redacted(called)
      return undefined
    }
    yield { about: 'login', says: loginSays(target) }
    // Where the API is somewhere else, each further check would say so again, of a key that is right.
    const elsewhere = called.wrong && (await unknownApi(session, await lookAtDonations(session)))
    if (elsewhere) {
      yield redacted({ about: elsewhere.key, says: elsewhere.says, wrong: 'configuration' })
      return undefined
    }
    for (const check of [
      checkRefresh,
      async () => called,
      ...checkReading(target),
      checkDonations(PLEDGED_KEY),
      checkDonations(OTHER_KEY),
      ...checkDesignations(target),
    ]) {
      const seen = [await check(session).catch((error: unknown) => failed(error))].flat()
      for (const diagnosis of seen) yield redacted(diagnosis)
    }
    const { mistakes, target: usable, fatal } = await lookForMistakes(session)
    // Donations and designations were looked at one by one.
    for (const { key, says } of mistakes.filter(({ key }) => !LOOKED_AT.test(key)))
      yield redacted({ about: key, says, wrong: 'configuration' as const })
    for (const { about, says } of others(usable)) yield { about, says }
    return fatal ? undefined : { target: usable, shown: await shownFields(session, usable) }
  } finally {
    await session.close()
  }
}

/** Tells why there is no access token. @throws whatever else went wrong */
function withoutToken(error: unknown): Diagnosis {
  if (!(error instanceof InconclusiveError)) throw error
  const keys = (error.needs ?? []).filter((key) => !error.message.includes(key))
  const says = `${error.message}${keys.length > 0 ? `: check ${keys.join(', ')}` : ''}`
  return { about: 'login', says, wrong: 'configuration', isInTheWay: true }
}

/** Keys whose values are looked at one by one. */
const LOOKED_AT = /(PLEDGED_DONATION|DESIGNATION)_IDS?$/

/** Whoever and whatever is only known by its mistakes, and has none. */
function others({
  login,
  noOrgUser,
  multiOrgUser,
  otherClient,
  foreignDonationId,
}: TargetConfig): Diagnosis[] {
  if (login === 'manual') return []
  const all: [string, unknown, string][] = [
    ['the user without organizations', noOrgUser, 'logs in'],
    ['the user with several organizations', multiOrgUser, 'logs in'],
    ['the second client', otherClient, 'is known to the service'],
    [
      'the foreign donation',
      foreignDonationId,
      'is none of the own ones; whether there is such a donation, nobody sees from here',
    ],
  ]
  return all.flatMap(([about, value, says]) => (value === undefined ? [] : [{ about, says }]))
}

/** The fields of the record of a donation; none where there is no record. */
async function shownFields(
  session: Session,
  { pledgedDonationIds, nonPledgedDonationIds }: TargetConfig,
): Promise<readonly string[]> {
  const [first] = [...pledgedDonationIds, ...nonPledgedDonationIds]
  const seen = (await lookAtDonations(session)).find(({ id }) => id === first)
  return Object.keys((seen && recordOf(seen.patched)) ?? {})
}

function failed(error: unknown, about = 'look'): Diagnosis {
  return { about, says: error instanceof Error ? error.message : String(error), wrong: 'environment' }
}

/** A preflight names the keys to look at where they are the likeliest reason. */
function sortOf(problem: string): Sort {
  return /Check |Is SANDBOX_|Are SANDBOX_/.test(problem) ? 'configuration' : 'environment'
}

function loginSays({ user, login }: TargetConfig): string {
  if (!user && login === 'form') return 'nobody can log in: SANDBOX_REFRESH_TOKEN gives the tokens'
  return login === 'form' ? 'works, and the service knows the client' : `works (${login})`
}
