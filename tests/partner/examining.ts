import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RunResult } from '../../harness/model/result.ts'
import { type ExamineOptions, examine, readPartnerEnvironment } from '../../partner/index.ts'
import { temporaryDirectory } from '../cli/places.ts'

/** The shell command that starts the small application, which breaks one thing if that is named. */
export function smallApplication(breaks = ''): string {
  return `BREAKS=${breaks} exec ${process.execPath} ${resolve(import.meta.dirname, 'applications/small.js')}`
}

/** The shell command that starts an application of these lines of JavaScript; `http` and `port` are known to them. */
export function application(...lines: readonly string[]): string {
  const source = [
    `const http = await import('node:http')`,
    `const port = Number(process.env.PORT)`,
    ...lines,
  ].join(';')
  return `exec ${process.execPath} --input-type=module -e ${quoted(source)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`
}

/** Writes an environment file with these keys into a directory of its own. */
export async function partnerFile(keys: Readonly<Record<string, string>>): Promise<string> {
  const file = join(await temporaryDirectory(), 'partner.env')
  // dotenv knows three kinds of quotes, and no escapes within them.
  await writeFile(
    file,
    Object.entries(keys)
      .map(([key, value]) => `${key}=\`${value}\`\n`)
      .join(''),
  )
  return file
}

/** Examines an application that this command starts. */
export async function examined(
  command: string,
  options: Partial<ExamineOptions> = {},
  keys: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  const config = readPartnerEnvironment(await partnerFile({ PARTNER_START: command, ...keys }))
  return examine(config, { seed: 1, runs: 10, ...options })
}

/** The verdicts by id. */
export function verdictsOf({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
}
