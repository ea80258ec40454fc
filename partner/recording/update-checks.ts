import { parseUrl } from '../../client/http/url.ts'
import { lost, updateProblem } from '../requirements/asked-updates.ts'
import { usedOf } from '../requirements/environments.ts'
import { designationIn, gatedIn } from '../requirements/sent-updates.ts'
import { SentValues } from '../requirements/sent-values.ts'
import type { Job } from '../service/account.ts'
import { ACCEPTED, isAnsweredWell, isDonationCall } from '../service/call.ts'
import { arrivedFor } from '../service/jobs.ts'
import { type Check, scenariosOf, updatesOf } from './check.ts'

/** Stands for a secret: what stood there was another text. */
const PLACEHOLDER = /<[a-z_]+(?:-[\d.]+)?>/

/** PARTNER-12: calls about donations for users who own no organization, or have not picked one of several. */
export const earlyCalls: Check = (recorded) => {
  for (const { name, calls, updates } of scenariosOf(recorded, 'PARTNER-12')) {
    const early = name.endsWith('no organization')
      ? calls.filter(isDonationCall)
      : name.startsWith('PARTNER-12/several organizations')
        ? (updates[0]?.calls ?? []).filter(isDonationCall)
        : []
    if (early.length > 0) return early
  }
  return undefined
}

/** PARTNER-14: updates that break the contract, hold what nobody asked for, or lack what was taken. */
export const askedUpdates: Check = (recorded) => {
  for (const { name, calls: all, updates } of scenariosOf(recorded, 'PARTNER-14')) {
    const sentBefore = new SentValues()
    const jobs: Job[] = []
    const areValid = /^PARTNER-14\/(?:valid|fields)$/.test(name)
    for (const update of updates) {
      const { exchange, changes, calls, callsUntilNext, donation } = update
      const asked = { donationId: donation.id, changes }
      const sentIn = (some: typeof calls) => arrivedFor(asked, some, { calls: all, jobs }).sent
      const later = updatesOf(update, callsUntilNext)
      const bodies = [exchange.request.body, ...later.map(({ body }) => body)]
      if (!bodies.some((body) => PLACEHOLDER.test(body ?? ''))) {
        const wrong = sentIn(calls).find((call) => updateProblem(call, changes, sentBefore))
        if (wrong) return [exchange, wrong]
        const { status = 0 } = exchange.response ?? {}
        const isTaken = areValid && status >= 200 && status < 300
        const sent = sentIn(callsUntilNext)
        // What was only accepted may come later.
        const mayCome = status === ACCEPTED && !sent.some(isAnsweredWell)
        if (isTaken && !mayCome && lost(sent, changes, sentBefore)) return [exchange, ...sent]
      }
      for (const call of later) sentBefore.add(call)
      if (exchange.response?.status === ACCEPTED) jobs.push({ ...asked, startedAt: exchange.startedAt })
    }
  }
  return undefined
}

/** PARTNER-15: gated fields for donations that are not pledged. */
export const gatedFields: Check = (recorded) => {
  for (const { updates } of scenariosOf(recorded, 'PARTNER-15'))
    for (const update of updates) {
      const wrong = updatesOf(update, update.calls).find((call) => gatedIn(call).length > 0)
      if (wrong && update.donation.status !== 'pledged') return [update.exchange, wrong]
    }
  return undefined
}

/** PARTNER-16: updates of something else that lose the designation, or bring one that was cleared. */
export const designations: Check = (recorded) => {
  for (const { updates } of scenariosOf(recorded, 'PARTNER-16')) {
    const wanted = new Map<string, unknown>()
    for (const update of updates) {
      const { donation, changes, exchange } = update
      if ('designation_id' in changes) {
        const isTaken = updatesOf(update, update.callsUntilNext).some(isAnsweredWell)
        if (isTaken) wanted.set(donation.id, changes.designation_id)
        continue
      }
      const designation = wanted.get(donation.id) ?? null
      const wrong = updatesOf(update, update.calls).find((call) => designationIn(call) !== designation)
      if (wrong) return [exchange, wrong]
    }
  }
  return undefined
}

/** PARTNER-17: what belongs to the sandbox once the application was started for production, and the other way round. */
export const environments: Check = (recorded) => {
  const { calls, registration } = recorded
  if (!registration) return undefined
  const production = scenariosOf(recorded, 'PARTNER-17').find(({ name }) => name.endsWith('production'))
  const switched = production?.browsed[0]?.id ?? Number.POSITIVE_INFINITY
  const flow = production?.browsed.find(({ response }) => {
    const sentOn = parseUrl(response?.headers.location?.[0] ?? '')?.searchParams
    const { clientId, redirectUri } = registration
    return sentOn?.get('client_id') === clientId || sentOn?.get('redirect_uri') === redirectUri
  })
  if (flow) return [flow]
  const wrong = calls.find((call) =>
    call.id > switched
      ? usedOf('sandbox', registration, call) !== undefined
      : call.environment === 'production',
  )
  return wrong && [wrong]
}
