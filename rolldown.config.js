import { createRequire } from 'node:module'
import { defineConfig } from 'rolldown'

const { resolve } = createRequire(import.meta.url)

/** Of undici a run needs two parts; the others (fetch, WebSocket, caches, mocks) only take time to load. */
const undiciParts = {
  name: 'undici-parts',
  resolveId: (id) => (id === 'undici' ? '\0undici' : null),
  load: (id) =>
    id === '\0undici'
      ? `export { default as Agent } from ${JSON.stringify(resolve('undici/lib/dispatcher/agent.js'))}
         export * as errors from ${JSON.stringify(resolve('undici/lib/core/errors.js'))}`
      : null,
}

// A run waits until the thread of the suites has loaded them. As one file they are there in half the time:
// hundreds of small modules, most of them of libraries, are otherwise found and read one by one.
export default defineConfig({
  input: 'suites/worker.ts',
  platform: 'node',
  external: ['playwright-core'],
  plugins: [undiciParts],
  output: { file: 'dist/suites/bundle.js', codeSplitting: false },
  logLevel: 'silent',
})
