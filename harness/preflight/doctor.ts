import { lookup } from 'node:dns/promises'
import { recordOf } from '../../client/donations/record.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { describeAnswer, isAccepted, isRefused, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { Session } from '../session/session.ts'
import type { Diagnosis, Sort } from './diagnosis.ts'
import { unknownApi } from './mistakes/api-url.ts'
import { lookAtDonations, OTHER_KEY, PLEDGED_KEY, type Seen } from './mistakes/donations.ts'
import { lookForMistakes } from './mistakes/mistakes.ts'
import { connectionAdvice, preflight } from './preflight.ts'
import { lookAtWalls, wayTo } from './walls.ts'

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
      const seen = await host(session, key, url).catch((error: unknown) => failed(error, key))
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
    const called = await organizations(session).catch(withoutToken)
    if (called.about === 'login') {
      yield redacted(called)
      return undefined
    }
    yield { about: 'login', says: loginSays(target) }
    // Where the API is somewhere else, each further look would say so again, of a key that is right.
    const elsewhere = called.wrong && (await unknownApi(session, await lookAtDonations(session)))
    if (elsewhere) {
      yield redacted({ about: elsewhere.key, says: elsewhere.says, wrong: 'configuration' })
      return undefined
    }
    for (const look of [
      refresh,
      async () => called,
      ...readingLooks(target),
      donations(PLEDGED_KEY),
      donations(OTHER_KEY),
      ...designationLooks(target),
    ]) {
      const seen = [await look(session).catch((error: unknown) => failed(error))].flat()
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

type Look = (session: Session) => Promise<Diagnosis | readonly Diagnosis[]>

function failed(error: unknown, about = 'look'): Diagnosis {
  return { about, says: error instanceof Error ? error.message : String(error), wrong: 'environment' }
}

function hostsOf(target: TargetConfig): [string, string][] {
  const hosts: [string, string | undefined][] = [
    ['SANDBOX_AUTH_URL', target.authUrl],
    ['SANDBOX_API_URL', target.apiUrl],
    ['PRODUCTION_AUTH_URL', target.productionAuthUrl],
    ['PRODUCTION_API_URL', target.productionApiUrl],
  ]
  return hosts.flatMap(([key, url]) => (url === undefined ? [] : [[key, url]]))
}

async function host(session: Session, key: string, url: string): Promise<Diagnosis> {
  const { hostname, origin, protocol } = new URL(url)
  // Behind a proxy often nobody but the proxy knows the names of the world.
  const way = wayTo(new URL(url), session.target) ?? (await addressOf(hostname))
  if (way === undefined) {
    const says = `the host name ${hostname} cannot be found`
    return { about: key, says, wrong: 'configuration', isInTheWay: true }
  }
  const { failure, durationMs } = await session.unjudged.send({ method: 'GET', url: `${origin}/` })
  if (failure) {
    return {
      about: key,
      says: `${failure.message}${connectionAdvice(failure, protocol === 'https:')}`,
      wrong: 'environment',
    }
  }
  const secure = protocol === 'https:' ? 'TLS verified, ' : ''
  const says = `${way}, ${secure}answers in ${Math.round(durationMs)} ms`
  return { about: key, says, answeredInMs: durationMs }
}

async function addressOf(hostname: string): Promise<string | undefined> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => undefined)
  return found?.address
}

/** A preflight names the keys to look at where they are the likeliest reason. */
function sortOf(problem: string): Sort {
  return /Check |Is SANDBOX_|Are SANDBOX_/.test(problem) ? 'configuration' : 'environment'
}

function loginSays({ user, login }: TargetConfig): string {
  if (!user && login === 'form') return 'nobody can log in: SANDBOX_REFRESH_TOKEN gives the tokens'
  return login === 'form' ? 'works, and the service knows the client' : `works (${login})`
}

async function refresh(session: Session): Promise<Diagnosis> {
  if (!session.target.user || session.target.login === 'manual')
    return { about: 'refresh', says: usedToken(session.target) }
  const { refreshToken } = await session.oauth().signInForRefresh()
  const exchange = await session.oauth().refresh(refreshToken)
  const tokens = tokensOf(exchange)
  if (!tokens) return { about: 'refresh', says: describeAnswer(exchange), wrong: 'contract' }
  const rotates = tokens.refreshToken !== refreshToken
  return { about: 'refresh', says: `works; refresh tokens ${rotates ? 'rotate' : 'stay'}` }
}

/** What follows needs an access token, and where nobody logs in there is one way to it. */
function usedToken({ refreshToken, tokenStore }: TargetConfig): string {
  if (refreshToken === undefined) return 'not tried: it takes another login by hand'
  return `SANDBOX_REFRESH_TOKEN is used for what follows; the newest one is kept in ${tokenStore}`
}

async function organizations({ api }: Session): Promise<Diagnosis> {
  const exchange = await api.organizations()
  if (isAccepted(exchange)) return { about: 'GET /v1/organizations', says: `answers ${statusOf(exchange)}` }
  return { about: 'GET /v1/organizations', says: describeAnswer(exchange), wrong: 'contract' }
}

/** Whether SANDBOX_READ_DONATION shows anything, and what. */
function readingLooks({ donationReading, pledgedDonationIds, nonPledgedDonationIds }: TargetConfig): Look[] {
  if (!donationReading) return []
  const [id] = [...pledgedDonationIds, ...nonPledgedDonationIds]
  const about = 'SANDBOX_READ_DONATION'
  const look: Look = async ({ reader }) => {
    if (!reader || id === undefined) return { about, says: 'there is no donation to read' }
    try {
      return { about, says: `shows ${Object.keys(await reader.read(id)).join(', ')} of donation ${id}` }
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error
      return { about, says: error.message, wrong: 'configuration' }
    }
  }
  return [look]
}

/** What the donations of a list are, those together of which the same is to be said. */
function donations(list: Seen['key']): Look {
  return async (session) => {
    const alike = new Map<string, { readonly ids: string[]; readonly found: Omit<Diagnosis, 'about'> }>()
    const seen = (await lookAtDonations(session)).filter(({ key }) => key === list)
    const all = await Promise.all(seen.map((one) => donation(session, one)))
    for (const [position, found] of all.entries()) {
      const group = alike.get(found.says) ?? { ids: [], found }
      group.ids.push(seen[position]?.id ?? '')
      alike.set(found.says, group)
    }
    return [...alike.values()].map(({ ids, found }) => ({ about: namesOf(ids, found), ...found }))
  }
}

function namesOf(ids: readonly string[], { wrong }: Omit<Diagnosis, 'about'>): string {
  if (ids.length === 1) return `donation ${ids[0]}`
  return wrong ? `donations ${ids.join(', ')}` : `${ids.length} donations`
}

/** Whether a donation answers, and whether its status is what the environment says. */
async function donation({ api }: Session, { id, key, patched }: Seen): Promise<Omit<Diagnosis, 'about'>> {
  const isPledged = key === PLEDGED_KEY
  if (!isAccepted(patched)) return { says: `${key}: ${describeAnswer(patched)}`, wrong: wrongOf(patched) }
  const present = recordOf(patched)?.quantity
  const gated = await api.update('PATCH', id, { quantity: typeof present === 'number' ? present : 1 })
  if (isAccepted(gated) === isPledged) return { says: isPledged ? 'pledged' : 'not pledged' }
  const taken = isAccepted(gated) ? 'is accepted, as for a pledged one' : 'is refused, as for one not pledged'
  return { says: `${key}: an update of its quantity ${taken}`, wrong: 'configuration' }
}

function designationLooks(target: TargetConfig): Look[] {
  const [id] = [...target.nonPledgedDonationIds, ...target.pledgedDonationIds]
  if (id === undefined) return []
  const own = target.designationIds.map(
    (designation): Look =>
      async ({ api }) => {
        const about = `designation ${designation}`
        const set = await api.update('PATCH', id, { designation_id: designation })
        await api.update('PATCH', id, { designation_id: null })
        if (isAccepted(set)) return { about, says: 'fits the campaign' }
        return { about, says: `SANDBOX_DESIGNATION_IDS: ${describeAnswer(set)}`, wrong: 'configuration' }
      },
  )
  const elsewhere = target.otherCampaignDesignationId
  return elsewhere === undefined ? own : [...own, designationOfOtherCampaign(id, elsewhere)]
}

function designationOfOtherCampaign(donation: string, designation: string): Look {
  return async ({ api }) => {
    const about = `designation ${designation}`
    const set = await api.update('PATCH', donation, { designation_id: designation })
    if (!isAccepted(set))
      return { about, says: 'is refused, as one of another campaign is, or one that nobody knows' }
    await api.update('PATCH', donation, { designation_id: null })
    // Either it is the wrong one, or the service breaks DESIGNATION-2: a run will say so.
    return {
      about,
      says: 'SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: is accepted, as one of the campaign of the donation',
      wrong: 'configuration',
    }
  }
}

function wrongOf(exchange: Exchange): Sort {
  return isRefused(exchange) ? 'configuration' : 'environment'
}
