import {
  type Call,
  errorOf,
  isAnsweredWell,
  isCodeExchange,
  parameterOf,
  valuesSent,
} from '../service/call.ts'

/** What PARTNER-5 demands. */
export const ONCE =
  'one token request for each code: once tokens or invalid_grant came back, the code is used'

/** The exchanges of one code. */
export function exchangesWith(code: string, calls: readonly Call[]): readonly Call[] {
  return calls.filter((call) => isCodeExchange(call) && parameterOf(call, 'code') === code)
}

/** The first code that was sent after tokens or invalid_grant had come back for it, in whatever parameter: both requests. */
export function codeSentAgain(calls: readonly Call[]): readonly [Call, Call] | undefined {
  const earlier = new Map<string, Call[]>()
  for (const call of calls) {
    const before = valuesSent(call)
      .flatMap((value) => earlier.get(value) ?? [])
      .find(
        (one) =>
          one.answer !== undefined &&
          (isAnsweredWell(one) || errorOf(one) === 'invalid_grant') &&
          one.answer.at < call.startedAt,
      )
    if (before) return [before, call]
    const code = isCodeExchange(call) ? parameterOf(call, 'code') : undefined
    if (code) earlier.set(code, [...(earlier.get(code) ?? []), call])
  }
  return undefined
}
