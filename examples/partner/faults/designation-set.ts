import { isInvalidToken } from '../policies/calls.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { type RequestedUpdate, requestedUpdate } from '../requested-update.ts'
import type { Fault } from './fault.ts'

type Changes = RequestedUpdate['changes']

/** Nothing is remembered of an update that was sent a second time, with a new token. */
const notOfRepeatedCall: PolicyChange = (policies) => {
  const refused = new Set<string>()
  const repeated = new Set<string>()
  return combine(
    replace('wire', ({ api }) => ({
      async api(url, init) {
        const id = url.slice(url.lastIndexOf('/') + 1)
        if (refused.delete(id)) repeated.add(id)
        const response = await api(url, init)
        if (await isInvalidToken(response)) refused.add(id)
        return response
      },
    })),
    replace('updates', ({ done }) => ({
      done(customer, donation, sent) {
        if (!repeated.delete(encodeURIComponent(donation.id))) done(customer, donation, sent)
      },
    })),
  )(policies)
}

/** Remembers what was asked for, though it was refused: by the service, or before it was sent. */
function evenIfRefused(isConcerned: (isByService: boolean, asked: Changes) => boolean): PolicyChange {
  return replace('pages', ({ updated }) => ({
    async updated(c, outcome) {
      const { data } = requestedUpdate.safeParse(await c.req.json())
      const { designations } = c.var.customer
      const isByService = outcome.message.startsWith('The service refused')
      if (data && outcome.status === 422 && isConcerned(isByService, data.changes)) {
        const { designation_id: asked } = data.changes
        if (typeof asked === 'string') designations.set(data.donation.id, asked)
        else if (asked === null) designations.delete(data.donation.id)
      }
      return updated(c, outcome)
    },
  }))
}

/** What is remembered is not what was set. */
export const designationSetFaults: readonly Fault[] = [
  {
    id: 'partner-14-clearing-ignored',
    requirement: 'PARTNER-14',
    description:
      'A designation that is to be cleared is sent once more, and the update is reported as saved.',
    apply: replace('updates', ({ keepDesignation }) => ({
      keepDesignation(customer, donation, changes) {
        const { designation_id, ...others } = changes
        return keepDesignation(customer, donation, designation_id === null ? others : changes)
      },
    })),
  },
  {
    id: 'partner-16-same-left-out',
    requirement: 'PARTNER-16',
    description: 'A designation that the donation is known to have is left out where it is asked for again.',
    apply: replace('updates', ({ keepDesignation }) => ({
      keepDesignation(customer, donation, changes) {
        const { designation_id: asked, ...others } = changes
        const isKnown = Boolean(asked) && asked === customer.designations.get(donation.id)
        return isKnown ? others : keepDesignation(customer, donation, changes)
      },
    })),
  },
  {
    id: 'partner-16-not-of-repeated-call',
    requirement: 'PARTNER-16',
    description: 'A designation is remembered where its update was taken at once, and not at the second try.',
    apply: notOfRepeatedCall,
  },
  {
    id: 'partner-16-forgotten-when-service-refuses',
    requirement: 'PARTNER-16',
    description: 'When the service refuses a change, what is known of the donations is forgotten.',
    apply: replace('pages', ({ updated }) => ({
      updated(c, outcome) {
        if (outcome.message.startsWith('The service refused')) c.var.customer.designations.clear()
        return updated(c, outcome)
      },
    })),
  },
  {
    id: 'partner-16-remembered-when-refused-here',
    requirement: 'PARTNER-16',
    description:
      'A designation is remembered before the changes are checked, also where they are refused then.',
    apply: evenIfRefused((isByService, { designation_id: asked }) => !isByService && asked !== null),
  },
  {
    id: 'partner-16-remembered-when-service-refuses',
    requirement: 'PARTNER-16',
    description: 'A designation is remembered before it is sent, also where the service refuses it then.',
    apply: evenIfRefused((isByService, { designation_id: asked }) => isByService && asked !== null),
  },
  {
    id: 'partner-16-cleared-when-service-refuses',
    requirement: 'PARTNER-16',
    description: 'A designation is forgotten when it is to be cleared, also where the service refuses that.',
    apply: evenIfRefused((isByService, { designation_id: asked }) => isByService && asked === null),
  },
  {
    id: 'partner-16-cleared-for-good',
    requirement: 'PARTNER-16',
    description: 'A designation that is set once one was cleared is not remembered any more.',
    apply: replace('updates', ({ done }) => {
      const cleared = new Set<string>()
      return {
        done(customer, donation, sent) {
          if (customer.designations.has(donation.id) && !sent.designation_id) cleared.add(donation.id)
          if (!cleared.has(donation.id) || !sent.designation_id) done(customer, donation, sent)
        },
      }
    }),
  },
  {
    id: 'partner-16-not-set-beside',
    requirement: 'PARTNER-16',
    description: 'A designation that is set together with something else is not remembered.',
    apply: replace('updates', ({ done }) => ({
      done(customer, donation, sent) {
        if (!sent.designation_id || Object.keys(sent).length === 1) done(customer, donation, sent)
      },
    })),
  },
]
