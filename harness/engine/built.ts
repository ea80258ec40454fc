import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const manifest = createRequire(import.meta.url).resolve('donation-conformance/package.json')

/**
 * A file of the build. Node starts workers, and those cannot read TypeScript.
 * @param path within `dist/`.
 */
export function built(path: string): URL {
  return new URL(`dist/${path}`, pathToFileURL(manifest))
}
