import { type Call, errorOf, isAnsweredWell, isCodeExchange, parameterOf } from '../service/call.ts'

/** What PARTNER-5 demands. */
export const ONCE =
  'one token request for each code: once tokens or invalid_grant came back, the code is used'

/** The first code that was sent after tokens or invalid_grant had come back for it: both requests. */
export function codeSentAgain(calls: readonly Call[]): readonly [Call, Call] | undefined {
  const earlier = new Map<string, Call[]>()
  for (const call of calls) {
    const code = isCodeExchange(call) ? parameterOf(call, 'code') : undefined
    if (!code) continue
    const withIt = earlier.get(code) ?? []
    const before = withIt.find(
      (one) =>
        one.answer !== undefined &&
        (isAnsweredWell(one) || errorOf(one) === 'invalid_grant') &&
        one.answer.at < call.startedAt,
    )
    if (before) return [before, call]
    earlier.set(code, [...withIt, call])
  }
  return undefined
}
