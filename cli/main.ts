#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { tool } from '../harness/tool.ts'
import { mockCommand } from './mock.ts'
import { requirementsCommand } from './requirements.ts'
import { runCommand } from './run.ts'
import { EXIT_USAGE, UsageError } from './usage.ts'

const program = new Command('donation-conformance')
  .description(
    'Says, requirement by requirement, whether a service keeps the contract of the Donation Partner API.',
  )
  .version(tool.version)
  .addCommand(runCommand(), { isDefault: false })
  .addCommand(mockCommand())
  .addCommand(requirementsCommand())
  .showHelpAfterError('(add --help for what there is)')
  .addHelpText(
    'after',
    `
Exit status:
  0  no violation
  1  at least one violation
  2  the command or the configuration is wrong
  3  the target could not be tested`,
  )

for (const command of [program, ...program.commands]) command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE
  else if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = EXIT_USAGE
  } else throw error
}
