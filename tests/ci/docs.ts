import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from '../system/project.ts'

/**
 * The first piece of code under a heading of a document: what a reader copies.
 * @throws Error where there is none
 */
export async function codeUnder(heading: string, file = 'docs/ci.md'): Promise<string> {
  const text = await readFile(join(checkout, file), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))
  const [, code] = /^```\w+\n(.*?)^```$/ms.exec(section ?? '') ?? []
  if (code === undefined) throw new Error(`${file} has no code under "${heading}"`)
  return code
}
