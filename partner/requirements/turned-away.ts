import { type Account, type Interference, interfering } from '../service/account.ts'
import { type Call, isUpdateCall } from '../service/call.ts'

/** How the service turns an update away, whatever it holds: an application may send it again, written elsewhere. */
export interface Refusal {
  readonly label: string
  readonly answer: NonNullable<Interference['answer']>
}

/** The service is down for a second. */
export const failedByService: Refusal = {
  label: 'a failure of the service',
  answer: {
    status: 503,
    body: { error: 'temporarily_unavailable', error_description: 'Try again in a second.' },
    headers: { 'retry-after': '1' },
  },
}

/** The service refuses what it was sent, for no reason that the token has. */
export const refusedByService: Refusal = {
  label: 'a refusal of the service',
  answer: { status: 422, body: { error: 'unprocessable', error_description: 'Not possible now.' } },
}

export const refusals: readonly Refusal[] = [failedByService, refusedByService]

/** When another try in the background would have come, in milliseconds. */
export const SENT_AGAIN_MS = 1_500

/** Has the service turn away all updates that come meanwhile. */
export function turningAway<Result>(
  account: Account,
  { answer }: Pick<Refusal, 'answer'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return interfering(account, (call) => (isUpdateCall(call) ? { answer } : undefined), ask)
}

/** Has the service turn away the first update that comes meanwhile, and no further one. */
export function turningFirstAway<Result>(
  account: Account,
  { answer }: Refusal,
  ask: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  const first = (call: Call) => {
    if (isOver || !isUpdateCall(call)) return undefined
    isOver = true
    return { answer }
  }
  return interfering(account, first, ask)
}
