import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { WebhookDelivery } from '../../../contract/inspector.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { NOTHING_LINKED, WITH_ADVISOR } from '../../support/donations.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { Inbox } from './inbox.ts'
import { newMarker } from './names.ts'
import { payloadKeys, signatureHeaders } from './payload.ts'

/** Donations of several statuses: a service may announce an update of one status otherwise than that of another. */
const MOST_PLEDGED = 1
const MOST_OTHERS = 6

/** How long a delivery may take, and how much later its twin may come to the other destination. */
const BY_INSPECTOR = { patienceMs: 3_000, graceMs: 60 }
const BY_NETWORK = { patienceMs: 15_000, graceMs: 2_000 }

/** After each update of a sandbox donation the destinations of both environments are watched. */
export const env3 = requirement(
  'ENV-3',
  cases(BY_BOTH, async (context, method) => {
    const { api, signal, target, inspectorIfAny } = context
    const source = await context.webhooks()
    const { patienceMs, graceMs } = inspectorIfAny ? BY_INSPECTOR : BY_NETWORK
    const donations = await someOfEachKind(context)
    const marker = newMarker()
    const inbox = new Inbox(source, {
      donations,
      marker,
      patienceMs,
      isPrivate: inspectorIfAny !== undefined,
    })
    await inbox.look()
    const [designation = null] = target.designationIds
    const links = { designation_id: designation, donor_country: 'ad', ...WITH_ADVISOR }
    const updates: Exchange[] = []
    const arrived: (WebhookDelivery | undefined)[] = []
    for (const [index, donation] of donations.entries()) {
      const earlier = inbox.deliveries.length
      // Each client may have a destination of its own.
      await actAs(context, ownerOf(method === 'PUT' ? index + 1 : index))
      const update = await api.update(method, donation, {
        donor_city: marker,
        memo: marker,
        // What is announced may depend on what was sent: every kind of field, few of them, and what takes links away.
        ...(method === 'PUT' ? links : index % 2 === 0 ? {} : NOTHING_LINKED),
        ...(method === 'PUT' && target.pledgedDonationIds.includes(donation) ? PLAIN_GATED : {}),
      })
      if (!isAccepted(update))
        throw new InconclusiveError(`no update to be told of (see UPDATE-1): ${describeAnswer(update)}`)
      updates.push(update)
      arrived.push(await inbox.waitForDelivery(donation, earlier, signal))
      // Where the first is not announced, nobody waits for the others.
      if (arrived.every((one) => one === undefined)) break
    }
    await sleep(graceMs, undefined, { signal })
    await inbox.look()
    ensure(
      inbox.strays.length === 0,
      'no webhook at the destination of production',
      `${inbox.strays.length}`,
      updates,
    )
    if (inbox.doubtful.length > 0)
      throw new InconclusiveError(
        'a webhook reached production that names a number: maybe one of its own donations',
      )
    const [first] = arrived.filter((one) => one !== undefined)
    if (!first || arrived.includes(undefined))
      throw new InconclusiveError(
        `an update was not announced to the sandbox within ${patienceMs / 1000} s`,
        [
          ...(target.webhookPorts?.sandbox === undefined ? ['SANDBOX_WEBHOOK_PORT'] : []),
          'a webhook destination of the sandbox that leads to it',
        ],
      )
    observeDelivery(context, first)
    if (!inspectorIfAny && target.webhookPorts?.production === undefined)
      throw new InconclusiveError('what arrives at the destination of production is not seen', [
        'PRODUCTION_WEBHOOK_PORT',
      ])
  }),
)

/** As many donations as there are of each kind, up to some. */
function someOfEachKind(context: Context): Promise<readonly string[]> {
  const { pledgedDonationIds, nonPledgedDonationIds } = context.target
  const pledged = pledgedDonationIds.slice(0, MOST_PLEDGED).map(() => 'pledged' as const)
  const others = nonPledgedDonationIds.slice(0, MOST_OTHERS).map(() => 'other' as const)
  const kinds = [...pledged, ...others]
  return kinds.length > 0 ? context.donations(...kinds) : context.donations('any')
}

/** What may change from one release to the next: its shape, and no value that differs from delivery to delivery. */
function observeDelivery({ observe }: Context, { headers, body }: WebhookDelivery): void {
  observe('webhook content type', headers['content-type'] ?? 'none')
  observe('webhook payload keys', payloadKeys(body))
  observe('webhook signature headers', signatureHeaders(headers))
}
