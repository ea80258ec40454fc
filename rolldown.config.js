import { defineConfig } from 'rolldown'

// A run loads the suites in a thread of its own, after everything else. As one file they are there in half the time:
// hundreds of small modules, most of them of libraries, are otherwise found and read one by one.
export default defineConfig({
  input: 'suites/worker.ts',
  platform: 'node',
  external: ['playwright-core'],
  output: { file: 'dist/suites/bundle.js', codeSplitting: false },
  logLevel: 'silent',
})
