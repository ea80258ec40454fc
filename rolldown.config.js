import { readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'

/** build.js builds beside dist/, from where other commands may run. */
const { DIST = 'dist' } = process.env

const { dependencies, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
/** What is installed with the package, and what whoever imports from it may have: they are to get their own copy. */
const INSTALLED = [...Object.keys(dependencies), 'playwright-core', 'vitest']

export default defineConfig([
  {
    // Whoever starts a command waits until it is loaded, and then until the thread of the suites is. In a few files it
    // is there in half the time: hundreds of small modules, most of them of libraries, are otherwise found and read one
    // by one. What one command alone needs stays apart, and is read by none of the others.
    input: {
      'cli/main': 'cli/main.ts',
      'suites/bundle': 'suites/worker.ts',
      'proof/bundle': 'proof/worker.ts',
    },
    platform: 'node',
    // What is optional, and what looks for files beside its own.
    external: ['playwright-core', /^vitest/, 'node-sqlite3-wasm'],
    // Libraries that are CommonJS modules ask for it, and the bundle is none.
    transform: { define: { __filename: 'import.meta.filename' } },
    // A command that runs goes on to find its own, whatever is built meanwhile.
    output: { dir: DIST, chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  {
    // What package.json exports, in a few files for the same reason.
    input: Object.fromEntries(
      Object.values(exports)
        .filter((entry) => typeof entry === 'object')
        .map(({ types, default: program }) => [
          program.replace(/^\.\/dist\/|\.js$/g, ''),
          types.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts'),
        ]),
    ),
    platform: 'node',
    external: INSTALLED.map((name) => new RegExp(`^${name}(/|$)`)),
    output: { dir: DIST, chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  {
    // The report carries its script with it, so it has to be one file without imports.
    input: 'reports/html/browser/main.ts',
    platform: 'browser',
    output: { file: `${DIST}/reports/html/browser.js`, format: 'iife', minify: true },
  },
])
