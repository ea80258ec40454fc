import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Many of the tests wait for programs that they started.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['suites/all.ts'],
          globalSetup: ['harness/engine/global-setup.ts'],
          // As `run` has them: one worker, since what a run shares lives in its memory, and all tests at once.
          pool: 'threads',
          maxWorkers: 1,
          isolate: false,
          fileParallelism: false,
          sequence: { concurrent: true },
          maxConcurrency: 10_000,
          // A test that waits for its turn is not slow; requests have time limits.
          testTimeout: 3_600_000,
        },
      },
    ],
  },
})
