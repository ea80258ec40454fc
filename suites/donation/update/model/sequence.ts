import { type DonationRecord, recordOf } from '../../../../client/donations/record.ts'
import { describeAnswer, isRefused } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../../../contract/verdict.ts'
import { type Context, ensure } from '../../../../harness/authoring/index.ts'
import { updateRecord } from '../../../../harness/rules/shapes.ts'
import { reset } from '../../../support/apply.ts'
import { expectPlainStored, withControl } from '../../../support/control.ts'
import { brokenByEmptyUpdate } from '../../../support/read-back.ts'
import { differences, wrongChanges } from '../../../support/record.ts'
import { brokenRequirement } from './broken-requirement.ts'
import { DONATIONS, type Step, stepBody } from './steps.ts'

/** The donations of a sequence, what was done with them so far, and what they have to look like now. */
interface Progress {
  readonly ids: readonly string[]
  readonly known: DonationRecord[]
  readonly done: Step[]
  readonly exchanges: Exchange[]
  readonly brokenByEmptyUpdate: RequirementId | undefined
}

/**
 * Judges a sequence of updates over several donations: after each step the donation looks as the contract
 * lets one know that it must.
 * @throws ViolationError for the requirement that broke; InconclusiveError where a step is not answered as it
 * should be, which the requirement of that step judges; NotApplicableError where too few donations are known.
 */
export async function expectSequence(context: Context, steps: readonly Step[]): Promise<void> {
  const { nonPledgedDonationIds, pledgedDonationIds } = context.target
  if (nonPledgedDonationIds.length < needed('other') || pledgedDonationIds.length < needed('pledged'))
    throw new NotApplicableError('not enough donations are known: single requests decide')
  const ids = await context.donations(...DONATIONS)
  const progress: Progress = {
    ids,
    known: [],
    done: [],
    exchanges: [],
    brokenByEmptyUpdate: await brokenByEmptyUpdate(context, ids[0]),
  }
  for (const id of ids) progress.known.push((await reset(context, id)).record)
  await withControl(
    async () => {
      for (const step of steps) await play(context, progress, step)
      // A mistake that no answer showed shows when everything is read once more.
      for (const donation of ids.keys()) await play(context, progress, { do: 'read', donation })
    },
    // What shows without any sequence is for single requests to say: they know better what it was.
    () => expectPlainStored(context, ids[0]),
    'UPDATE-3',
  )
}

/** How many donations of a kind a sequence is about. */
function needed(kind: (typeof DONATIONS)[number]): number {
  return DONATIONS.filter((one) => one === kind).length
}

/** Sends one step, judges its answer, and keeps what the donation looks like from now on. */
async function play({ api }: Context, progress: Progress, step: Step): Promise<void> {
  const method = step.do === 'read' ? 'PATCH' : step.by
  const exchange = await api.update(method, progress.ids[step.donation] ?? '', stepBody(step))
  progress.exchanges.push(exchange)
  if (step.do === 'invalid') {
    // It may be refused for another reason than the one that it is tagged with: only acceptance tells
    // something.
    if (!isRefused(exchange))
      throw new InconclusiveError(`an invalid update was not refused (see ${step.update.requirement})`)
  } else {
    const record = recordOf(exchange)
    if (!record)
      throw new InconclusiveError(
        `a valid update was not accepted (see UPDATE-1): ${describeAnswer(exchange)}`,
      )
    const misshapen = updateRecord.check(exchange)
    ensure(misshapen === undefined, updateRecord.expected, misshapen ?? '', [exchange], 'UPDATE-2')
    expectModelled(progress, step, record)
    progress.known[step.donation] = record
  }
  progress.done.push(step)
}

/** Judges that a record shows what the step sent, and for the rest what was known before. */
function expectModelled(progress: Progress, step: Step, record: DonationRecord): void {
  const { known, done: earlier, exchanges, brokenByEmptyUpdate: broken } = progress
  const before = known[step.donation] ?? {}
  const body = stepBody(step)
  const isSent = (field: string) => field in body
  const lost = differences(body, record, SETTABLE_FIELDS.filter(isSent))
  ensure(lost.length === 0, 'the values that were sent', wrongChanges(lost), exchanges, 'UPDATE-3')
  const changed = differences(
    before,
    record,
    SETTABLE_FIELDS.filter((field) => !isSent(field)),
  )
  const breaks = brokenRequirement({ step, earlier, before, record, brokenByEmptyUpdate: broken })
  ensure(
    changed.length === 0,
    'what was left out to stay as it was',
    wrongChanges(changed),
    exchanges,
    breaks,
  )
}
