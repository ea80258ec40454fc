import { createRequire } from 'node:module'
import { z } from 'zod'

const schema = z.object({ name: z.string(), version: z.string() })

/** The package's name and version, as every report states them. */
export const tool: { readonly name: string; readonly version: string } = schema.parse(
  createRequire(import.meta.url)('donation-conformance/package.json'),
)
