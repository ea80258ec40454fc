import type { Call, Job } from './account.ts'
import { isAskedFor } from './asked-for.ts'
import { donationIdOf, isAnsweredWell, isUpdateCall, membersOf } from './call.ts'

type Changes = Job['changes']

/** Updates of one donation that arrived while one was under way. */
interface Arrived<One> {
  readonly sent: readonly One[]
  /** What these hold was asked for earlier, by a job that had not come to its end: nothing of it is held against this update. */
  readonly late: readonly One[]
}

/**
 * Tells what an update led to from what earlier ones, which the application only accepted, led to meanwhile.
 * @param calls that arrived since it was asked for
 * @param before all that arrived for the customer, and the jobs from before the update
 */
export function arrivedFor<One extends Call>(
  { donationId, changes }: Omit<Job, 'startedAt'>,
  calls: readonly One[],
  before: { readonly calls: readonly Call[]; readonly jobs: readonly Job[] },
): Arrived<One> {
  const earlier = before.jobs.filter((job) => job.donationId === donationId)
  const isLate = (call: Call) => !isExplained(call, [changes]) && isOfEarlier(call, earlier, before.calls)
  const all = calls.filter((call) => isUpdateCall(call) && donationIdOf(call) === donationId)
  return { sent: all.filter((call) => !isLate(call)), late: all.filter(isLate) }
}

function isOfEarlier(call: Call, earlier: readonly Job[], calls: readonly Call[]): boolean {
  const before = calls.filter(({ id }) => id < call.id)
  const open = earlier.filter((job) => !isDone(job, before) || isAllOf(job, call))
  return brings(call, open, earlier)
}

/** Whether a call holds something that an open job was asked for, and for the rest what any job of the donation was. */
function brings(call: Call, open: readonly Job[], earlier: readonly Job[]): boolean {
  const asked = (jobs: readonly Job[]) => jobs.map(({ changes }) => changes)
  const members = Object.entries(membersOf(call))
  return members.some((one) => isAsked(one, asked(open))) && isExplained(call, asked(earlier))
}

/** Whether each field was asked for; a designation may be repeated beside others, and where nothing was asked for. */
function isExplained(call: Call, all: readonly Changes[]): boolean {
  const members = Object.entries(membersOf(call))
  const isNothingAsked = all.every((changes) => Object.keys(changes).length === 0)
  const areMore = isNothingAsked || members.some((one) => isAsked(one, all))
  return areMore && members.every((one) => one[0] === 'designation_id' || isAsked(one, all))
}

function isAsked([field, value]: readonly [string, unknown], all: readonly Changes[]): boolean {
  return all.some((changes) => field in changes && isAskedFor(field, value, changes[field]))
}

/** Whether a call is the job once more, as a queue sends it that was not told of the first time. */
function isAllOf({ changes }: Job, call: Call): boolean {
  const members = membersOf(call)
  return (
    isExplained(call, [changes]) &&
    Object.entries(changes).every(([field, value]) => isAskedFor(field, members[field], value))
  )
}

/** Whether the service took all that the job was asked for, in however many calls. */
function isDone({ donationId, changes, startedAt }: Job, calls: readonly Call[]): boolean {
  const taken = calls.filter(
    (call) =>
      call.startedAt >= startedAt &&
      isUpdateCall(call) &&
      donationIdOf(call) === donationId &&
      isAnsweredWell(call),
  )
  return areTaken(changes, taken)
}

/** Whether calls hold all that was asked for, in however many of them. */
export function areTaken(changes: Changes, taken: readonly Call[]): boolean {
  return Object.entries(changes).every(([field, value]) =>
    taken.some((call) => isAskedFor(field, membersOf(call)[field], value)),
  )
}
