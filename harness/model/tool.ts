import { createRequire } from 'node:module'

// Our own file, as npm installed it: nothing to check.
const manifest: { name: string; version: string } = createRequire(import.meta.url)(
  'donation-conformance/package.json',
)

/** The package's name and version, as every report states them. */
export const tool = { name: manifest.name, version: manifest.version } as const
