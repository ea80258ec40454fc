import { NotApplicableError } from '../../contract/verdict.ts'
import { type Call, isTokenCall } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'

/** An application may exchange a code after it has answered the callback, in milliseconds. */
const EXCHANGE_MS = 600

/** Characters of base64url, by the bits that they stand for. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Characters that base64 does not have: some take them out before they compare. */
const PADDING = '!'

/**
 * The user's own callback with a state that is lengthened by what base64 does not have. Applications that keep all of a flow
 * in an encrypted or signed state decode it, and most decoders drop such characters, as they drop the last bits:
 * whoever takes a state with other ones is no worse for that.
 */
export async function paddedState(trial: Trial): Promise<void> {
  const label = `the state with ${PADDING} behind it`
  const victim = trial.scenario(label)
  const calls = await exchangedWith(victim, (state) => `${state}${PADDING}`)
  if (calls.length > 0 && (await isDecoder(trial)))
    throw new NotApplicableError('the application decodes its states')
  trial.ensure(calls.length === 0, () => ({
    expected: `no token request with the code of a callback with ${label}`,
    received: 'the application exchanged the code',
    calls,
    browsed: victim.exchanges,
  }))
}

/** Whether the last bits of a state, of which base64 makes nothing, are free; also where a state has none that show it. */
async function isDecoder(trial: Trial): Promise<boolean> {
  let isShown = true
  const calls = await exchangedWith(trial.scenario('the state with other last bits'), (state) => {
    const other = withOtherLastBits(state)
    isShown = other !== undefined
    return other ?? state
  })
  return !isShown || calls.length > 0
}

/** The same bytes in base64url, with another last character; undefined where each of its bits counts, or where it may be hexadecimal. */
export function withOtherLastBits(state: string): string | undefined {
  const [last = ''] = /[\w+/-]*$/.exec(state) ?? []
  const digit = DIGITS.indexOf(last.slice(-1))
  const isFull = last.length % 4 < 2
  if (isFull || digit < 0 || /^[\da-f-]*$/i.test(last)) return undefined
  return state.slice(0, -1) + DIGITS.charAt(digit ^ 1)
}

/** Opens the callback of a flow with a state that is written otherwise. @returns the token requests with its code */
async function exchangedWith(victim: Scenario, change: (state: string) => string): Promise<readonly Call[]> {
  const callback = await victim.approve(await victim.begin())
  const { searchParams } = callback
  const state = searchParams.get('state') ?? ''
  // No state at all is a matter of PARTNER-2.
  if (state === '') throw new NotApplicableError('there is no state')
  searchParams.set('state', change(state))
  const code = searchParams.get('code') ?? ''
  await victim.openCallback(callback)
  await victim.wait(EXCHANGE_MS)
  return victim.account.calls.filter(
    (call) => isTokenCall(call) && new URLSearchParams(`${call.query}&${call.body}`).get('code') === code,
  )
}
