import { once } from 'node:events'
import { Command, Option } from 'commander'
import { inEnvironmentFile } from '../client/environment/env-file.ts'
import { readEnvironment } from '../client/environment/read-environment.ts'
import { secretsOf } from '../client/environment/secrets-of.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import type { ClientSetup } from '../mock/clients.ts'
import type { Switches } from '../mock/developer/switches.ts'
import { StateError, type StateFile } from '../mock/state/state-file.ts'
import type { TlsFiles } from './mock-tls.ts'
import { requestLine } from './request-line.ts'
import { notEmpty, reasonOf, UsageError, wholeNumber } from './usage.ts'

interface MockCommandOptions {
  readonly port: number
  readonly host: string
  readonly envOut?: string
  readonly state?: string
  readonly tls?: string
  readonly client: readonly string[]
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
    .option('--state <file>', 'start as the mock with this file ended, and keep it up to date', notEmpty)
    .addOption(
      new Option('--tls [directory]', 'serve https; the certificate is in this directory, or made there')
        .preset('mock-tls')
        .argParser(notEmpty),
    )
    .option('--client <id:secret:redirect-uri>', 'have one more client (may be repeated)', append, [])
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

async function clientsFor({ client }: MockCommandOptions): Promise<ClientSetup[]> {
  const { readClients } = await import('../mock/clients.ts')
  try {
    return readClients(client)
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
}

async function tlsFor({ tls, host }: MockCommandOptions): Promise<TlsFiles | undefined> {
  if (tls === undefined) return undefined
  const { tlsFiles } = await import('./mock-tls.ts')
  return tlsFiles(tls, host)
}

async function stateFor({ state }: MockCommandOptions): Promise<StateFile | undefined> {
  if (state === undefined) return undefined
  const { openState } = await import('./mock-state.ts')
  return openState(state)
}

async function serve(options: MockCommandOptions): Promise<void> {
  const { port, host, envOut, latency, quiet } = options
  const { startDevelopmentServer } = await import('../mock/developer/index.ts')
  const switches = await switchesFor(options)
  const clients = await clientsFor(options)
  const tls = await tlsFor(options)
  const state = await stateFor(options)
  const secrets = new SecretRegistry()
  const mock = await startDevelopmentServer({
    port,
    host,
    latencyMs: latency,
    switches,
    clients,
    ...(tls && { tls }),
    ...(state && { state }),
    onRequest: (seen) => void (quiet || process.stdout.write(`${requestLine(seen, secrets)}\n`)),
  }).catch((error: unknown) => {
    throw new UsageError(
      error instanceof StateError ? error.message : `the mock cannot listen: ${reasonOf(error)}`,
    )
  })
  const target = readEnvironment({ processEnv: mock.environment })
  for (const [value, label] of secretsOf(target)) secrets.add(value, label)
  for (const { secret } of clients) secrets.add(secret, 'client secret')
  const trust = tls && inEnvironmentFile('NODE_EXTRA_CA_CERTS', tls.certFile)
  try {
    if (envOut) await writeEnvironment(envOut, mock.environment, trust)
    const { sandboxAuth, sandboxApi, productionAuth, productionApi } = mock.urls
    process.stdout.write(
      `${[
        `sandbox     authorization ${sandboxAuth}  API ${sandboxApi}`,
        `production  authorization ${productionAuth}  API ${productionApi}`,
        `developers  page ${mock.pageUrl}`,
        ...(trust ? [`trust its certificate with: ${trust}`] : []),
        ...(envOut
          ? [
              `test it with: ${[trust, 'npx donation-conformance run --env', envOut].filter(Boolean).join(' ')}`,
            ]
          : []),
        'Ctrl-C ends it',
      ].join('\n')}\n`,
    )
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), lost(mock.stateLost)])
  } finally {
    await mock.close()
  }
}

/** Ends, and with it the mock, once the state cannot be written any more. */
async function lost(state: AbortSignal | undefined): Promise<never> {
  if (state === undefined) return new Promise(() => {})
  if (!state.aborted) await once(state, 'abort')
  throw new UsageError(reasonOf(state.reason))
}

/**
 * Whole or not at all: whoever waits for the file must not read half of it. It holds credentials of the mock.
 * @param trust what Node reads at its start alone, and so cannot take from this file
 */
async function writeEnvironment(
  file: string,
  environment: Readonly<Record<string, string>>,
  trust: string | undefined,
): Promise<void> {
  const comment =
    trust === undefined ? [] : [`# It serves https. Set this before a program starts: ${trust}\n`]
  const lines = Object.entries(environment).map(([key, value]) => `${inEnvironmentFile(key, value)}\n`)
  try {
    const { default: writeFileAtomic } = await import('write-file-atomic')
    await writeFileAtomic(file, [...comment, ...lines].join(''), { mode: 0o600 })
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`)
  }
}
