import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

export default defineConfig({
  test: {
    // Many of the tests wait for programs that they started. More workers than processors saved a tenth of the time,
    // and made tests fail that measure time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          // Needs nothing but `npm ci`.
          name: 'unit',
          // Test files leave nothing behind, so they may share loaded modules, which halves the time.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.system.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Needs a browser, servers that others wrote, other versions of Node or the npm registry.
          name: 'system',
          include: ['tests/**/*.system.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['vitest/conformance.ts'],
        },
      },
    ],
  },
})
