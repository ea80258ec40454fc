import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from '../system/project.ts'

/**
 * The first piece of code under a heading of docs/ci.md: what a reader copies.
 * @throws Error where there is none
 */
export async function codeUnder(heading: string): Promise<string> {
  const text = await readFile(join(checkout, 'docs/ci.md'), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))
  const [, code] = /^```\w+\n(.*?)^```$/ms.exec(section ?? '') ?? []
  if (code === undefined) throw new Error(`docs/ci.md has no code under "${heading}"`)
  return code
}
