import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { inEnvironmentFile } from '../../client/environment/env-file.ts'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { secretsOf } from '../../client/environment/secrets-of.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import type { ClientSetup } from '../../mock/clients.ts'
import { StateError, type StateFile } from '../../mock/state/state-file.ts'
import type { Switches } from '../../mock/switches.ts'
import { isReaderGone } from '../lost-output.ts'
import { reasonOf, UsageError } from '../usage.ts'
import { refuseOthers, writeEnvironment } from './env-out.ts'
import { requestLine } from './request-line.ts'
import type { TlsFiles } from './tls.ts'

/** Of `donation-conformance mock`, as the command line has them. */
export interface ServeOptions {
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
}

async function switchesFor({ fault, variant }: ServeOptions): Promise<Switches> {
  const { Switches } = await import('../../mock/switches.ts')
  try {
    return new Switches({ faults: fault, variants: variant })
  } catch (error) {
    throw new UsageError(`${reasonOf(error)} (--list shows them)`)
  }
}

async function clientsFor({ client }: ServeOptions): Promise<ClientSetup[]> {
  const { readClients } = await import('../../mock/clients.ts')
  try {
    return readClients(client)
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
}

async function tlsFor({ tls, host }: ServeOptions): Promise<TlsFiles | undefined> {
  if (tls === undefined) return undefined
  const { tlsFiles } = await import('./tls.ts')
  return tlsFiles(tls, host)
}

async function stateFor({ state }: ServeOptions): Promise<StateFile | undefined> {
  if (state === undefined) return undefined
  const { openState } = await import('./state.ts')
  return openState(state)
}

/**
 * Serves the reference service until Ctrl-C, SIGTERM, until whoever holds a pipe to its standard input is gone, or until its
 * state cannot be written any more; not at all where its addresses cannot be printed.
 * @throws UsageError where an option is wrong, a file cannot be written, or nothing can listen there
 */
export async function serveMock(options: ServeOptions): Promise<void> {
  const { port, host, envOut, latency, quiet } = options
  const { startDevelopmentServer } = await import('../../mock/developer/index.ts')
  const launcher = new Launcher()
  if (envOut) await refuseOthers(envOut)
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
    // Before it says that it serves: whoever reads that may end it at once.
    const ended = Promise.race([
      once(process, 'SIGINT'),
      once(process, 'SIGTERM'),
      launcher.isGone(),
      lost(mock.stateLost),
    ])
    const addresses = print(
      `${[
        `sandbox     authorization ${sandboxAuth}  API ${sandboxApi}`,
        `production  authorization ${productionAuth}  API ${productionApi}`,
        `developers  page ${mock.pageUrl}  control ${mock.pageUrl}/_control`,
        ...(trust ? [`trust its certificate with: ${trust}`] : []),
        ...(envOut
          ? [
              `test it with: ${[trust, 'npx donation-conformance run --env', envOut].filter(Boolean).join(' ')}`,
            ]
          : []),
        'Ctrl-C ends it',
      ].join('\n')}\n`,
    )
    // Nobody will ask at addresses that nobody was told; the program as a whole says why.
    if (await addresses) await ended
  } finally {
    await mock.close()
  }
}

/** Whether it was printed, or nobody was there to read it; not where there was no room for it. */
function print(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error || isReaderGone(error)))
  })
}

/**
 * Whoever started the mock and holds a pipe to its standard input. Signals do not get through npx: a test runner that ends
 * would leave the mock behind it.
 */
class Launcher {
  readonly #end: Promise<unknown> | undefined
  #hasEnded = false

  constructor() {
    if (!isPipe(0)) return
    // Reading must not keep the process alive: a signal, or a wrong option, ends it while the pipe is held.
    this.#end = once(process.stdin.resume().unref(), 'close').then(() => {
      this.#hasEnded = true
    })
  }

  /** Ends with the pipe; never where there is none, or it was at its end before the mock was ready. */
  async isGone(): Promise<void> {
    if (this.#end === undefined || this.#hasEnded) await new Promise(() => {})
    await this.#end
  }
}

/** Whether a file descriptor is a pipe: Node's own are sockets. */
function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    return false // It is closed.
  }
}

/** Ends, and with it the mock, once the state cannot be written any more. */
async function lost(state: AbortSignal | undefined): Promise<never> {
  if (state === undefined) return new Promise(() => {})
  if (!state.aborted) await once(state, 'abort')
  throw new UsageError(reasonOf(state.reason))
}
