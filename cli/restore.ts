import { Command } from 'commander'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'
import type { Shard } from '../harness/model/shard.ts'
import { Interrupt } from './interrupt.ts'
import { envFileOf } from './options.ts'
import { readShard } from './shard.ts'
import { EXIT_UNTESTED, notEmpty, UsageError } from './usage.ts'

/** `donation-conformance restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('put back the donations that a run which was killed left changed')
    .option('--env <file>', `environment of the sandbox (default: ${DEFAULT_ENV_FILE})`, notEmpty)
    .option('--shard <k/n>', 'of this shard of a run, such as 1/3', readShard)
    .action(async ({ env, shard }: { env?: string; shard?: Shard }) => {
      const interrupt = new Interrupt()
      try {
        process.exitCode = await restore(env, shard, interrupt.signal)
      } finally {
        interrupt.end()
      }
    })
}

async function restore(
  env: string | undefined,
  shard: Shard | undefined,
  signal: AbortSignal,
): Promise<number> {
  const [{ openSandbox }, { EnvironmentError }, { putBack }, { visible }] = await Promise.all([
    import('../harness/session/open-target.ts'),
    import('../client/environment/read-environment.ts'),
    import('../harness/session/put-back.ts'),
    import('../reports/text.ts'),
  ])
  const file = envFileOf(env)
  try {
    const opened = openSandbox(file, process.env, shard ? { shard } : {})
    try {
      const { notes, left } = await putBack(opened.target, signal)
      for (const note of notes) process.stdout.write(`${visible(note)}\n`)
      if (left > 0) return EXIT_UNTESTED
      if (notes.length === 0) process.stdout.write('There is nothing to put back.\n')
      return 0
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof EnvironmentError) throw new UsageError(error.message)
    throw error
  }
}
