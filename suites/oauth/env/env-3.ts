import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/donation.ts'

/** Webhooks come when they come; this is how long one is waited for. */
const WEBHOOK_PATIENCE_MS = 3_000

const WEBHOOK_POLL_MS = 20

export const env3 = requirement(
  'ENV-3',
  cases(BY_BOTH, async (context, by) => {
    const { api, inspector, signal } = context
    // Donations of several statuses: an update of one may be told otherwise than that of another.
    const donations = await context.donations('pledged', 'other', 'other', 'other', 'other', 'other', 'other')
    let { received, deliveries } = await inspector.webhooks()
    const look = async () => {
      const news = await inspector.webhooks(received)
      received = news.received
      deliveries = [...deliveries, ...news.deliveries]
    }
    for (const donation of donations) {
      await look()
      const earlier = deliveries.length
      const update = await api.update(by, donation, { donor_city: 'Webhook' })
      if (!isAccepted(update)) {
        throw new InconclusiveError(`no update to be told of (see UPDATE-1): ${describeAnswer(update)}`)
      }
      const arrived = () => {
        const later = deliveries.slice(earlier)
        // What a webhook says is the service's own business: where it names donations, this one's is looked for.
        const naming = deliveries.some(({ body }) => donations.some((id) => body.includes(id)))
        return naming ? later.filter(({ body }) => body.includes(donation)) : later
      }
      const until = performance.now() + WEBHOOK_PATIENCE_MS
      await look()
      while (arrived().length === 0 && performance.now() < until) {
        await sleep(WEBHOOK_POLL_MS, undefined, { signal })
        await look()
      }
      const destinations = arrived().map(({ destination }) => destination)
      ensure(
        destinations.includes('sandbox'),
        'a webhook at the destination of the sandbox',
        destinations.join(', ') || 'none',
        [update],
      )
      const stray = deliveries.filter(({ destination }) => destination !== 'sandbox')
      ensure(stray.length === 0, 'no webhook at the destination of production', `${stray.length}`, [update])
    }
    const [first] = deliveries
    if (first) context.observe('webhook content type', first.headers['content-type'] ?? 'none')
  }),
)
