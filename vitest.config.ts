import { defineConfig } from 'vitest/config'
import { vitestSettings } from './harness/vitest-settings.ts'

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
          globalSetup: ['harness/global-setup.ts'],
          ...vitestSettings,
        },
      },
    ],
  },
})
