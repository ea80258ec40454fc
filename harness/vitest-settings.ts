/**
 * How the suites run under vitest, from the command line as from an editor: one worker for all, since what a run
 * shares (tokens, donations, connections) lives in its memory; all tests at once, since their work is waiting.
 */
export const vitestSettings = {
  pool: 'threads',
  maxWorkers: 1,
  isolate: false,
  fileParallelism: false,
  sequence: { concurrent: true },
  // What must not be shared is leased and requests have a limit of their own: tests need none.
  maxConcurrency: 10_000,
  // A test that waits for its turn is not slow; requests have time limits, and the run as a whole.
  testTimeout: 3_600_000,
} as const
