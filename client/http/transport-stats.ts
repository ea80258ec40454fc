/** What the network and the service made the client do beside sending each request once. */
export class TransportStats {
  /** Requests that were sent again, since their connection broke before any answer. */
  repeats = 0
  /** Requests that were not answered, or lost their connection, and were answered when they were sent alone. */
  lost = 0
  /** Times that the service asked to be left alone (429, 503), and for how long in all. */
  waits = 0
  waitedMs = 0

  /** Sentences for whoever runs the suite; none where nothing happened. */
  get notes(): string[] {
    const { repeats, lost, waits, waitedMs } = this
    return [
      ...(repeats > 0
        ? [`a connection broke before an answer ${times(repeats)}, and the request was sent again`]
        : []),
      ...(lost > 0
        ? [
            `a request was not answered, or lost its connection, ${times(lost)}, and was answered when it was sent alone`,
          ]
        : []),
      ...(waits > 0
        ? [`the service asked to wait ${times(waits)}, for ${(waitedMs / 1000).toFixed(1)} s in all`]
        : []),
    ]
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
