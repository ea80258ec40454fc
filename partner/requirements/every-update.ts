import { NotApplicableError } from '../../contract/verdict.ts'
import { type Call, isUpdateCall } from '../service/call.ts'
import type { Trial } from '../session/trial.ts'
import { callsInProduction } from './environments.ts'
import { formProblem } from './sent-updates.ts'

/** What users of other requirements were updated with: an application may write it otherwise for them. */
export async function everyUpdateOfOthers(trial: Trial): Promise<void> {
  const { requirement, examination } = trial
  const calls = examination.service.calls.filter(
    (call) =>
      call.environment === 'sandbox' &&
      isUpdateCall(call) &&
      // Those of this requirement's own users are judged by what was asked for.
      call.account?.name.startsWith(`${requirement}/`) === false,
  )
  if (calls.length === 0) throw new NotApplicableError('no update was sent for others')
  ensureForms(trial, calls, 'updates that keep the contract, whatever else is tried')
}

/** Whatever was asked for there: each update is one that the contract knows. */
export async function everyUpdateInProduction(trial: Trial): Promise<void> {
  const calls = callsInProduction(trial.examination, isUpdateCall)
  ensureForms(trial, calls, 'updates that keep the contract in production, too')
}

function ensureForms(trial: Trial, calls: readonly Call[], expected: string): void {
  for (const call of calls) {
    const received = formProblem(call)
    trial.ensure(received === undefined, () => ({ expected, received: received ?? '', calls: [call] }))
  }
}
