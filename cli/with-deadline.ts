/** A signal that also ends the run when its time is up. */
export function withDeadline(signal: AbortSignal, seconds: number): AbortSignal {
  const deadline = new AbortController()
  const end = () => deadline.abort(`the run was not over within its ${seconds} s (--deadline)`)
  setTimeout(end, seconds * 1000).unref()
  return AbortSignal.any([signal, deadline.signal])
}
