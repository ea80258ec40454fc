import { GATED_FIELDS } from '../../../contract/index.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

type Body = Readonly<Record<string, unknown>>

/** Sends what the service has turned away once more, written anew. */
const sentAgain = (
  isTurnedAway: (status: number) => boolean,
  rewrite: (body: Body, url: string) => Body,
): PolicyChange =>
  replace('wire', ({ api }) => ({
    async api(url, init) {
      const response = await api(url, init)
      if (!isTurnedAway(response.status)) return response
      const body: Body = JSON.parse(String(init.body))
      return api(url, { ...init, body: JSON.stringify(rewrite(body, url)) })
    },
  }))

const failed = (status: number) => status >= 500
const refused = (status: number) => status === 422

/** As a body is with the gated fields that were asked for. */
type WithGated = (body: Body, url: string) => Body

/** Drops gated fields where they may not be sent. @param further what brings them back */
const gateForgotten =
  (further: (withGated: WithGated) => PolicyChange): PolicyChange =>
  (policies) => {
    const asked = new Map<string, Body>()
    const dropping = replace('updates', () => ({
      gate({ id, status }, changes) {
        if (status === 'pledged') return changes
        asked.set(id, Object.fromEntries(Object.entries(changes).filter(([name]) => isGated(name))))
        const { quantity: _, identifier: __, source: ___, ...others } = changes
        return others
      },
    }))
    const again = further((body, url) => ({
      ...body,
      ...asked.get(decodeURIComponent(url.split('/').at(-1) ?? '')),
    }))
    return combine(dropping, again)(policies)
  }

/** Rewrites calls before which the tokens were refreshed in time. */
const afterRefreshInTime =
  (rewrite: WithGated): PolicyChange =>
  (policies) => {
    // Holds while a call is put together, which takes no turn of others.
    let isConcerned = false
    const noticing = replace('calls', ({ perform }) => ({
      perform(source, send) {
        let isNew = false
        const fresh = async () => {
          const began = Date.now()
          const tokens = await source.fresh()
          isNew = tokens.receivedAt >= began
          return tokens
        }
        return perform({ ...source, fresh }, (accessToken) => {
          isConcerned = isNew
          const response = send(accessToken)
          isConcerned = false
          return response
        })
      },
    }))
    const rewriting = replace('wire', ({ api }) => ({
      api(url, init) {
        if (!isConcerned) return api(url, init)
        return api(url, { ...init, body: JSON.stringify(rewrite(JSON.parse(String(init.body)), url)) })
      },
    }))
    return combine(noticing, rewriting)(policies)
  }

/** Rewrites updates that find another one of the same customer under way. */
const sideBySide = (rewrite: (body: Body) => Body): PolicyChange =>
  replace('wire', ({ api }) => {
    const underWay = new Map<string, number>()
    return {
      async api(url, init) {
        const customer = new Headers(init.headers).get('authorization') ?? ''
        const others = underWay.get(customer) ?? 0
        underWay.set(customer, others + 1)
        const body = others > 0 ? JSON.stringify(rewrite(JSON.parse(String(init.body)))) : init.body
        return api(url, { ...init, body: body ?? null }).finally(() => {
          underWay.set(customer, (underWay.get(customer) ?? 1) - 1)
        })
      },
    }
  })

/** As a queue keeps a body that stores texts alone. */
const withTextsForNumbers = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )

function isGated(name: string): boolean {
  return GATED_FIELDS.some((field) => field === name)
}

export const sentAgainFaults: readonly Fault[] = [
  {
    id: 'partner-14-capitals-after-failure',
    requirement: 'PARTNER-14',
    description: 'An update that failed is sent again, with the country in capitals.',
    apply: sentAgain(failed, (body) => {
      const { donor_country: country } = body
      return typeof country === 'string' ? { ...body, donor_country: country.toUpperCase() } : body
    }),
  },
  {
    id: 'partner-14-null-after-refusal',
    requirement: 'PARTNER-14',
    description: 'An update that the service refused is sent again, with null for the texts in it.',
    apply: sentAgain(refused, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, name.startsWith('donor_') ? null : value]),
      ),
    ),
  },
  {
    id: 'partner-14-numbers-as-texts-side-by-side',
    requirement: 'PARTNER-14',
    description: 'An update that finds another one under way waits in a queue, which makes texts of numbers.',
    apply: sideBySide(withTextsForNumbers),
  },
  {
    id: 'partner-14-numbers-as-texts-after-refresh-in-time',
    requirement: 'PARTNER-14',
    description: 'An update that waits for a new token is kept with texts in place of numbers.',
    apply: afterRefreshInTime(withTextsForNumbers),
  },
  {
    id: 'partner-15-after-failure',
    requirement: 'PARTNER-15',
    description:
      'The fields are dropped for other donations, but an update that failed is sent again with them.',
    apply: gateForgotten((withGated) => sentAgain(failed, withGated)),
  },
  {
    id: 'partner-15-after-refusal',
    requirement: 'PARTNER-15',
    description:
      'The fields are dropped for other donations, but an update that was refused is sent again with them.',
    apply: gateForgotten((withGated) => sentAgain(refused, withGated)),
  },
  {
    id: 'partner-15-after-refresh-in-time',
    requirement: 'PARTNER-15',
    description:
      'Where an expired token was replaced before the call, the fields go out whatever the status is.',
    apply: gateForgotten(afterRefreshInTime),
  },
  {
    id: 'partner-16-lost-after-failure',
    requirement: 'PARTNER-16',
    description: 'An update that failed is sent again without the designation that was to stay.',
    apply: sentAgain(failed, ({ designation_id: _, ...others }) => others),
  },
]
