/** Cases that a property tries, where no option says: out there each costs time, and somebody else's server. */
export const DEFAULT_RUNS = { mock: 100, sandbox: 25 }

/** The most cases that a property may be told to try. */
export const MAX_RUNS = 100_000

/** Where the reports go, where no option says. */
export const DEFAULT_OUT = 'conformance-results'

/** The largest seed there is: that of fast-check, and safe in a command line. */
export const MAX_SEED = 2 ** 31 - 1

/** A seed for whoever names none. */
export function newSeed(): number {
  return Math.floor(Math.random() * MAX_SEED)
}

/** How long counterexamples of one requirement may be made smaller, in seconds, where no option says. */
export const DEFAULT_SHRINK_SECONDS = 30
