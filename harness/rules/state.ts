/**
 * How the state of a callback differs from the one that was sent (AUTHZ-2).
 * @param callback the parameters that came back.
 * @returns undefined where it came back once and unchanged, otherwise what came instead.
 */
export function stateChange(sent: string, callback: URLSearchParams): string | undefined {
  const received = callback.getAll('state')
  if (received.length === 1 && received[0] === sent) return undefined
  if (received.length === 0) return `no state for ${JSON.stringify(sent)}`
  return `state ${received.map((one) => JSON.stringify(one)).join(' and ')} for ${JSON.stringify(sent)}`
}
