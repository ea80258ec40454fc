import { type Call, isRefresh, membersOf, parameterOf } from '../service/call.ts'

/** What PARTNER-6 wants of a chain of refreshes. */
export const NEWEST =
  'each refresh with the refresh token of the latest token response, and updates that go on to arrive'

/** A refresh that was sent after the response that replaced its token had gone out. */
export function supersededUse({ calls }: { readonly calls: readonly Call[] }) {
  const refreshes = calls.filter(isRefresh)
  for (const call of refreshes) {
    const token = parameterOf(call, 'refresh_token')
    const replacing = refreshes.find(
      (one) =>
        parameterOf(one, 'refresh_token') === token &&
        one.answer &&
        one.answer.at < call.startedAt &&
        replaces(one, token),
    )
    if (replacing?.answer)
      return { afterMs: Math.round(call.startedAt - replacing.answer.at), calls: [replacing, call] }
  }
  return undefined
}

/** Whether the answer to a refresh brought another refresh token than this one. */
function replaces({ answer }: Call, token: string | undefined): boolean {
  const members = answer ? membersOf(answer.response) : {}
  return 'refresh_token' in members && members.refresh_token !== token
}
