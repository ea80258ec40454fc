import { type Account, type Interference, ordinaryBehaviour } from '../service/account.ts'
import { isUpdateCall } from '../service/call.ts'

/** How the service turns an update away, whatever it holds: an application may send it again, written elsewhere. */
export interface Refusal {
  readonly label: string
  readonly answer: NonNullable<Interference['answer']>
}

export const refusedByService: Refusal = {
  label: 'a refusal of the service',
  answer: { status: 422, body: { error: 'unprocessable', error_description: 'Not possible now.' } },
}

export const refusals: readonly Refusal[] = [
  {
    label: 'a failure of the service',
    answer: {
      status: 503,
      body: { error: 'temporarily_unavailable', error_description: 'Try again in a second.' },
      headers: { 'retry-after': '1' },
    },
  },
  refusedByService,
]

/** When another try in the background would have come, in milliseconds. */
export const SENT_AGAIN_MS = 1_500

/** Has the service turn away the first update that comes meanwhile, and no further one. */
export async function turningFirstAway<Result>(
  { behaviour }: Account,
  { answer }: Refusal,
  ask: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  behaviour.interfere = (call) => {
    if (isOver || !isUpdateCall(call)) return undefined
    isOver = true
    return { answer }
  }
  try {
    return await ask()
  } finally {
    behaviour.interfere = ordinaryBehaviour.interfere
  }
}
