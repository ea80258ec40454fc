import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'
import { diagnose } from './doctor.ts'
import { type CiSystem, ciSystems } from './init/systems.ts'
import { Interrupt } from './interrupt.ts'
import { UsageError } from './usage.ts'

interface InitOptions {
  readonly ci?: CiSystem
  readonly set: readonly string[]
}

/** `donation-conformance init`. */
export function initCommand(): Command {
  return new Command('init')
    .description(
      'set up this directory: .env.sandbox, lines of .gitignore, a CI file; then see what doctor says',
    )
    .addOption(new Option('--ci <system>', 'the CI system to write a file for').choices(ciSystems))
    .option(
      '--set <KEY=VALUE>',
      'a value of .env.sandbox; secrets are typed, or come from the environment of the process (may be repeated)',
      (setting: string, settings: readonly string[]) => [...settings, setting],
      [],
    )
    .addHelpText(
      'after',
      '\nIt asks for what is missing, and overwrites nothing. .env.sandbox.example explains every key.',
    )
    .action(async (options: InitOptions) => {
      await setUp(options)
      process.stdout.write('\n')
      const interrupt = new Interrupt()
      try {
        process.exitCode = await diagnose(DEFAULT_ENV_FILE, interrupt.signal)
      } finally {
        interrupt.end()
      }
    })
}

/** Asks first, then writes: where something is wrong, nothing has changed. */
async function setUp({ ci, set }: InitOptions): Promise<void> {
  const [{ askForValues, givenValues, withoutAsking }, { ciFile }, files] = await Promise.all([
    import('./init/answers.ts'),
    import('./init/ci.ts'),
    import('./init/files.ts'),
  ])
  const isThere = existsSync(DEFAULT_ENV_FILE)
  if (isThere && set.length > 0)
    throw new UsageError(`--set: ${DEFAULT_ENV_FILE} is there already, and stays as it is`)
  const known = { values: isThere ? undefined : givenValues(set, process.env), ci }
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const chosen = isTerminal ? await askForValues(known) : withoutAsking(known)
  const environment = files.environmentText(chosen.values ?? {})
  const pipeline = ciFile(chosen.ci, await files.isInstalled())

  const print = (line: string) => process.stdout.write(`${line}\n`)
  const write = (path: string, text: string, mode: number, next: string) =>
    print(
      files.writeNew(path, text, mode)
        ? `wrote ${path}\n  ${next}`
        : `kept ${path}: it is there already, and stays as it is`,
    )
  // First of all: no secret may be written where git would take it.
  const ignored = files.ignoreFiles()
  print(
    ignored.length > 0
      ? `added to .gitignore: ${ignored.join(' ')}`
      : 'kept .gitignore: nothing is missing there',
  )
  write(DEFAULT_ENV_FILE, environment, 0o600, 'you alone can read it; every other key is explained there')
  if (pipeline) write(pipeline.path, pipeline.text, 0o644, pipeline.toDo)
}
