import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted, isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { OBSERVABLE_FIELDS, type RequirementId } from '../../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type InvalidUpdate, invalidUpdate, partialUpdate } from '../../../generators/index.ts'
import { type Context, ensure, property } from '../../../harness/authoring/index.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import {
  type DonationRecord,
  differences,
  readsByNothing,
  recordOf,
  reset,
  SETTABLE_FIELDS,
  type UpdateBody,
} from '../../support/donation.ts'

/** The donations that a sequence plays on: two that are not pledged, one that is. */
const DONATIONS = ['other', 'other', 'pledged'] as const

/** One step of a sequence, as plain data: it prints, shrinks and replays by itself. */
type Step =
  | { readonly do: 'update'; readonly donation: number; readonly by: UpdateMethod; readonly body: UpdateBody }
  | {
      readonly do: 'invalid'
      readonly donation: number
      readonly by: UpdateMethod
      readonly invalidField: InvalidUpdate
    }
  | { readonly do: 'read'; readonly donation: number }

/** Plain objects: they print as a person writes them. */
function record<Model extends object>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) {
  return fc.record<Model>(model, { noNullPrototype: true })
}

const by = fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

/** Steps for one of the donations. Only fields that any service takes, so that a refusal is a matter of the state. */
function stepOn(donation: number): fc.Arbitrary<Step> {
  const pledged = DONATIONS[donation] === 'pledged'
  const body = partialUpdate({ pledged }).map(({ designation_id: _cleared, ...fields }): UpdateBody => fields)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: record({ do: fc.constant('update' as const), donation: fc.constant(donation), by, body }),
    },
    {
      weight: 3,
      arbitrary: record({
        do: fc.constant('invalid' as const),
        donation: fc.constant(donation),
        by,
        invalidField: invalidUpdate({ pledged }),
      }),
    },
    {
      weight: 1,
      arbitrary: record({ do: fc.constant('read' as const), donation: fc.constant(donation) }),
    },
  )
}

const sequences = fc.array(fc.oneof(...DONATIONS.map((_, index) => stepOn(index))), {
  minLength: 1,
  maxLength: 12,
})

/** What the contract lets one know of the donations, and what was sent so far. */
interface Played {
  readonly ids: readonly string[]
  readonly known: DonationRecord[]
  /** The steps so far, the last one last. */
  readonly sent: Step[]
  readonly exchanges: Exchange[]
  readonly nothingIsHarmless: boolean
}

/** Sequences of updates over several donations, held against what the contract lets one know of them. */
export const model = property(
  'a model of several donations',
  sequences,
  async (context, steps) => {
    const { nonPledgedDonationIds, pledgedDonationIds } = context.target
    if (nonPledgedDonationIds.length < 2 || pledgedDonationIds.length < 1) {
      throw new NotApplicableError('not enough donations are known: single requests decide')
    }
    const ids = await context.donations(...DONATIONS)
    const nothingIsHarmless = await readsByNothing(context, ids[0])
    const played: Played = { ids, known: [], sent: [], exchanges: [], nothingIsHarmless }
    for (const id of ids) played.known.push((await reset(context, id)).record)
    await judgeWithControl(
      async () => {
        for (const step of steps) await play(context, played, step)
        // A mistake that no answer showed shows when everything is read once more.
        for (const donation of ids.keys()) await play(context, played, { do: 'read', donation })
      },
      // What shows without any sequence is for single requests to say: they know better what it was.
      () => expectPlainStored(context, ids[0]),
      'UPDATE-3',
    )
  },
  { share: 0.15 },
)

async function play(context: Context, played: Played, step: Step): Promise<void> {
  const id = played.ids[step.donation] ?? ''
  played.sent.push(step)
  if (step.do === 'invalid') {
    const exchange = await send(context, played, step.by, id, step.invalidField.body)
    // What may be refused for another reason than the one tagged is not judged here; acceptance is.
    if (!isRefused(exchange))
      throw new InconclusiveError(`an invalidField was not refused (see ${step.invalidField.requirement})`)
    return
  }
  const body = bodyOf(step)
  const exchange = await send(context, played, step.do === 'read' ? 'PATCH' : step.by, id, body)
  const record = recordOf(exchange)
  if (!isAccepted(exchange) || !record) {
    throw new InconclusiveError(`a valid update was not accepted (see UPDATE-1): ${describeAnswer(exchange)}`)
  }
  expectKnown(played, step, record, body)
  played.known[step.donation] = record
}

async function send(
  context: Context,
  played: Played,
  method: UpdateMethod,
  id: string,
  body: UpdateBody,
): Promise<Exchange> {
  const exchange = await context.api.update(method, id, body)
  played.exchanges.push(exchange)
  return exchange
}

/** Holds an answer against what is known, and names the requirement that a difference breaks. */
function expectKnown(played: Played, step: Step, record: DonationRecord, body: UpdateBody): void {
  const before = played.known[step.donation] ?? {}
  const wanted = {
    ...before,
    ...Object.fromEntries(
      SETTABLE_FIELDS.filter((field) => field in body).map((field) => [field, body[field]]),
    ),
  }
  const sent = differences(
    wanted,
    record,
    SETTABLE_FIELDS.filter((field) => field in body),
  )
  const others = differences(
    wanted,
    record,
    OBSERVABLE_FIELDS.filter((field) => !(field in body)),
  )
  const { exchanges } = played
  ensure(sent.length === 0, 'the values that were sent', sent.join('; '), exchanges, 'UPDATE-3')
  const breaks = others.length === 0 ? 'UPDATE-4' : culprit(played, step, record)
  ensure(others.length === 0, 'what was left out to stay as it was', others.join('; '), exchanges, breaks)
}

/**
 * Which requirement a change breaks that this step did not ask for. A value that an earlier step sent tells where
 * it came from: out of a refused update of this donation, or out of another donation's.
 */
function culprit(
  { sent, known, nothingIsHarmless }: Played,
  step: Step,
  record: DonationRecord,
): RequirementId {
  const before = known[step.donation] ?? {}
  const strange = SETTABLE_FIELDS.filter((field) => record[field] !== before[field]).map(
    (field) => record[field],
  )
  const sentBy = (one: Step) => Object.values(bodyOf(one)).some((value) => strange.includes(value))
  const origin = sent.findLast((one) => one !== step && sentBy(one))
  if (origin && origin.donation !== step.donation) return 'UPDATE-15'
  if (origin?.do === 'invalid') return 'UPDATE-13'
  if (Object.keys(bodyOf(step)).length > 0) return 'UPDATE-4'
  if (!nothingIsHarmless) return 'UPDATE-6'
  // What an empty update only shows, the one before it did.
  const last = sent.findLast((one) => one !== step && one.do === 'update' && one.donation === step.donation)
  return last && SETTABLE_FIELDS.some((field) => field in bodyOf(last) && record[field] !== before[field])
    ? 'UPDATE-3'
    : 'UPDATE-4'
}

function bodyOf(step: Step): UpdateBody {
  return step.do === 'update' ? step.body : step.do === 'invalid' ? step.invalidField.body : {}
}
