import { type Call, isRefresh, membersOf, parameterOf, valuesSent } from '../service/call.ts'

/** What PARTNER-6 wants of a chain of refreshes. */
export const NEWEST =
  'each refresh with the refresh token of the latest token response, and updates that go on to arrive'

/** A token request that carries a refresh token, by whatever name, and was sent after the response that replaced it. */
export function supersededUse({ calls }: { readonly calls: readonly Call[] }) {
  const refreshes = calls.filter(isRefresh)
  for (const call of calls) {
    const values = valuesSent(call)
    const replacing = refreshes.find((one) => {
      const token = parameterOf(one, 'refresh_token')
      const isSent = token !== undefined && values.includes(token)
      return isSent && one.answer && one.answer.at < call.startedAt && replaces(one, token)
    })
    if (replacing?.answer)
      return { afterMs: Math.round(call.startedAt - replacing.answer.at), calls: [replacing, call] }
  }
  return undefined
}

/** Whether the answer to a refresh brought another refresh token than this one. */
function replaces({ answer }: Call, token: string): boolean {
  const members = answer ? membersOf(answer.response) : {}
  return 'refresh_token' in members && members.refresh_token !== token
}
