import { lookup } from 'node:dns/promises'
import { recordOf } from '../../client/donations/record.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { describeAnswer, isAccepted, isRefused, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Session } from '../session/session.ts'
import type { Diagnosis, Sort } from './diagnosis.ts'
import { lookAtDonations, PLEDGED_KEY, type Seen } from './mistakes/donations.ts'
import { connectionAdvice } from './preflight.ts'
import { wayTo } from './walls.ts'

/** Asks the service about one thing that the environment names. */
type Check = (session: Session) => Promise<Diagnosis | readonly Diagnosis[]>

/** The hosts that the environment names, by their keys. */
export function hostsOf(target: TargetConfig): [string, string][] {
  const hosts: [string, string | undefined][] = [
    ['SANDBOX_AUTH_URL', target.authUrl],
    ['SANDBOX_API_URL', target.apiUrl],
    ['PRODUCTION_AUTH_URL', target.productionAuthUrl],
    ['PRODUCTION_API_URL', target.productionApiUrl],
  ]
  return hosts.flatMap(([key, url]) => (url === undefined ? [] : [[key, url]]))
}

/** Whether a host is there, and how fast it answers. */
export async function checkHost(session: Session, key: string, url: string): Promise<Diagnosis> {
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

/** Whether a refresh gives tokens. */
export async function checkRefresh(session: Session): Promise<Diagnosis> {
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

/** Whether the API answers with an access token. */
export async function checkOrganizations({ api }: Session): Promise<Diagnosis> {
  const exchange = await api.organizations()
  if (isAccepted(exchange)) return { about: 'GET /v1/organizations', says: `answers ${statusOf(exchange)}` }
  return { about: 'GET /v1/organizations', says: describeAnswer(exchange), wrong: 'contract' }
}

/** Whether SANDBOX_READ_DONATION shows anything, and what. */
export function checkReading({
  donationReading,
  pledgedDonationIds,
  nonPledgedDonationIds,
}: TargetConfig): Check[] {
  if (!donationReading) return []
  const [id] = [...pledgedDonationIds, ...nonPledgedDonationIds]
  const about = 'SANDBOX_READ_DONATION'
  const check: Check = async ({ reader }) => {
    if (!reader || id === undefined) return { about, says: 'there is no donation to read' }
    try {
      return { about, says: `shows ${Object.keys(await reader.read(id)).join(', ')} of donation ${id}` }
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error
      return { about, says: error.message, wrong: 'configuration' }
    }
  }
  return [check]
}

/** What the donations of a list are, those together of which the same is to be said. */
export function checkDonations(list: Seen['key']): Check {
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

/** Whether the designations are of the campaigns that their keys say. */
export function checkDesignations(target: TargetConfig): Check[] {
  const [id] = [...target.nonPledgedDonationIds, ...target.pledgedDonationIds]
  if (id === undefined) return []
  const own = target.designationIds.map(
    (designation): Check =>
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

function designationOfOtherCampaign(donation: string, designation: string): Check {
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
