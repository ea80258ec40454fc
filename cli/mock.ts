import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { inEnvironmentFile } from '../client/environment/env-file.ts'
import { readEnvironment } from '../client/environment/read-environment.ts'
import { secretsOf } from '../client/environment/secrets-of.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import type { Switches } from '../mock/developer/switches.ts'
import { requestLine } from './request-line.ts'
import { notEmpty, reasonOf, UsageError, wholeNumber } from './usage.ts'

interface MockCommandOptions {
  readonly port: number
  readonly host: string
  readonly envOut?: string
  readonly latency: number
  readonly fault: readonly string[]
  readonly variant: readonly string[]
  readonly quiet: boolean
  readonly list: boolean
}

/** `donation-conformance mock`. */
export function mockCommand(): Command {
  return new Command('mock')
    .description('serve the reference service until Ctrl-C')
    .option('--port <n>', 'first of the six ports it listens on, 0 for free ones', wholeNumber(0, 65_530), 0)
    .option('--host <address>', 'address it listens on', '127.0.0.1')
    .option('--env-out <file>', 'write an env file for `run --env`', notEmpty)
    .option('--latency <ms>', 'answer later', wholeNumber(0, 10_000), 0)
    .option('--fault <id>', 'make this mistake (may be repeated)', append, [])
    .option('--variant <id>', 'use this freedom (may be repeated)', append, [])
    .option('--quiet', 'print no requests', false)
    .option('--list', 'print all faults and variants, and serve nothing', false)
    .action((options: MockCommandOptions) => (options.list ? list() : serve(options)))
}

function append(id: string, ids: readonly string[]): string[] {
  return [...ids, id]
}

async function list(): Promise<void> {
  const { faults } = await import('../mock/faults/index.ts')
  const { variants } = await import('../mock/variants/index.ts')
  const lines = [
    ...faults.map(({ id, requirement, description }) => `fault    ${id}  [${requirement}]  ${description}`),
    ...variants.map(({ id, description }) => `variant  ${id}  ${description}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function switchesFor({ fault, variant }: MockCommandOptions): Promise<Switches> {
  const { Switches } = await import('../mock/developer/switches.ts')
  try {
    return new Switches({ faults: fault, variants: variant })
  } catch (error) {
    throw new UsageError(`${reasonOf(error)} (--list shows them)`)
  }
}

async function serve(options: MockCommandOptions): Promise<void> {
  const { port, host, envOut, latency, quiet } = options
  const { startDevelopmentServer } = await import('../mock/developer/index.ts')
  const switches = await switchesFor(options)
  const secrets = new SecretRegistry()
  const mock = await startDevelopmentServer({
    port,
    host,
    latencyMs: latency,
    switches,
    onRequest: (seen) => void (quiet || process.stdout.write(`${requestLine(seen, secrets)}\n`)),
  }).catch((error: unknown) => {
    throw new UsageError(`the mock cannot listen: ${reasonOf(error)}`)
  })
  const target = readEnvironment({ processEnv: mock.environment })
  for (const [value, label] of secretsOf(target)) secrets.add(value, label)
  try {
    if (envOut) await writeEnvironment(envOut, mock.environment)
    const { sandboxAuth, sandboxApi, productionAuth, productionApi } = mock.urls
    process.stdout.write(
      `${[
        `sandbox     authorization ${sandboxAuth}  API ${sandboxApi}`,
        `production  authorization ${productionAuth}  API ${productionApi}`,
        `developers  page ${mock.pageUrl}`,
        ...(envOut ? [`test it with: npx donation-conformance run --env ${envOut}`] : []),
        'Ctrl-C ends it',
      ].join('\n')}\n`,
    )
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    await mock.close()
  }
}

/** Whole or not at all: whoever waits for the file must not read half of it. It holds credentials of the mock. */
async function writeEnvironment(file: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(environment).map(([key, value]) => `${inEnvironmentFile(key, value)}\n`)
  const temporary = `${file}.${process.pid}`
  try {
    await writeFile(temporary, lines.join(''), { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`)
  }
}
