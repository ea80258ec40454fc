import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { notEmpty, reasonOf, UsageError, wholeNumber } from './usage.ts'

interface MockCommandOptions {
  readonly port: number
  readonly host: string
  readonly envOut?: string
  readonly latency: number
}

/** `donation-conformance mock`. */
export function mockCommand(): Command {
  return new Command('mock')
    .description('serve the reference service until Ctrl-C')
    .option('--port <n>', 'first of the five ports it listens on, 0 for free ones', wholeNumber(0, 65_531), 0)
    .option('--host <address>', 'address it listens on', '127.0.0.1')
    .option('--env-out <file>', 'write an env file for `run --env`', notEmpty)
    .option('--latency <ms>', 'answer later', wholeNumber(0, 10_000), 0)
    .action(serve)
}

async function serve({ port, host, envOut, latency }: MockCommandOptions): Promise<void> {
  const { startMock } = await import('../mock/server.ts')
  const mock = await startMock({ port, host, latencyMs: latency }).catch((error: unknown) => {
    throw new UsageError(`the mock cannot listen: ${reasonOf(error)}`)
  })
  try {
    if (envOut) await writeEnvironment(envOut, mock.environment)
    const { sandboxAuth, sandboxApi, productionAuth, productionApi } = mock.urls
    process.stdout.write(
      `${[
        `sandbox     authorization ${sandboxAuth}  API ${sandboxApi}`,
        `production  authorization ${productionAuth}  API ${productionApi}`,
        ...(envOut ? [`test it with: donation-conformance run --env ${envOut}`] : []),
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
  const lines = Object.entries(environment).map(([key, value]) => `${key}=${quoted(value)}\n`)
  const temporary = `${file}.${process.pid}`
  try {
    await writeFile(temporary, lines.join(''), { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`)
  }
}

function quoted(value: string): string {
  return /^[\w./:@,-]*$/.test(value) ? value : `'${value}'`
}
