import { defineConfig } from 'rolldown'

export default defineConfig([
  {
    // A run waits until the thread of the suites has loaded them. As one file they are there in half the time:
    // hundreds of small modules, most of them of libraries, are otherwise found and read one by one.
    input: 'suites/worker.ts',
    platform: 'node',
    external: ['playwright-core'],
    // Libraries that are CommonJS modules ask for it, and the bundle is none.
    transform: { define: { __filename: 'import.meta.filename' } },
    output: { file: 'dist/suites/bundle.js', codeSplitting: false },
    logLevel: 'silent',
  },
  {
    // The report carries its script with it, so it has to be one file without imports.
    input: 'reports/html/browser/main.ts',
    platform: 'browser',
    output: { file: 'dist/reports/html/browser.js', format: 'iife', minify: true },
    logLevel: 'silent',
  },
])
