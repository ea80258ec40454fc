import { type PolicyChange, replace } from './replace.ts'

/**
 * Builds a change whose decisions depend on the service's time.
 * @param build gets the clock: milliseconds since the epoch, moved where a test moves the mock's clock
 */
export function withClock(build: (now: () => number) => PolicyChange): PolicyChange {
  return (policies) => {
    let now = Date.now
    const reading = replace('transport', ({ around }) => ({
      around(request, next, host) {
        now = host.now
        return around(request, next, host)
      },
    }))
    return reading(build(() => now())(policies))
  }
}
