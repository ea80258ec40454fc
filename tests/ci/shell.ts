import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../cli/places.ts'
import { checkout } from '../system/project.ts'

/** What the installing step of a pipeline is given, so that it takes this checkout's build without npm's registry. */
export const THIS_BUILD = `file:${checkout}`

/** The same for another build, whose program is this shell script. */
export async function buildOf(script: string): Promise<string> {
  const directory = await temporaryDirectory()
  const manifest = { name: 'donation-conformance', version: '0.0.0', bin: 'program.sh' }
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(directory, 'program.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return `file:${directory}`
}

/** One that takes no time: its `run` leaves a record, and its `diff` ends with this status. */
export function quickBuild(diffStatus = 0): Promise<string> {
  return buildOf(`test "$1" = diff && exit ${diffStatus}
mkdir -p conformance-results
echo '{}' > conformance-results/record.json
echo verdict=conforms >> "\${GITHUB_OUTPUT:-/dev/null}"`)
}

export interface Script {
  readonly text: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** How a script ended, and what it printed on both streams. */
export interface ScriptEnd {
  readonly status: number | null
  readonly log: string
}

/** Runs a script as the runners of pipelines do: in bash, up to the first command that fails, with just these variables. */
export async function runScript({ text, cwd, env }: Script): Promise<ScriptEnd> {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', npm_config_offline: 'true' }
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (printed: string) => {
      log += printed
    })
  await once(child, 'close')
  return { status: child.exitCode, log }
}
