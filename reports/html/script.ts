import { readFileSync } from 'node:fs'
import { built } from '../../harness/engine/built.ts'

/** The JavaScript that every report carries: `browser/`, as the build bundled it into one file. */
export const script = readFileSync(built('reports/html/browser.js'), 'utf8')
