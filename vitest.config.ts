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
          include: ['vitest/conformance.ts'],
        },
      },
    ],
  },
})
