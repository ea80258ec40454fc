import { Command, Option } from 'commander'
import type { ServeOptions } from './mock/serve.ts'
import { notEmpty, wholeNumber } from './usage.ts'

interface MockCommandOptions extends ServeOptions {
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
    .option('--latency <ms>', 'delay each answer, in milliseconds', wholeNumber(0, 10_000), 0)
    .option('--fault <id>', 'make this mistake (may be repeated)', append, [])
    .option('--variant <id>', 'use this freedom (may be repeated)', append, [])
    .option('--quiet', 'print no requests', false)
    .option('--list', 'print all faults and variants, and serve nothing', false)
    .action(async ({ list: isList, ...options }: MockCommandOptions) => {
      if (isList) return list()
      return (await import('./mock/serve.ts')).serveMock(options)
    })
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
