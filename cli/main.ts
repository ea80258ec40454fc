#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { tool } from '../harness/model/tool.ts'
import { annotate } from '../reports/annotation.ts'
import { certifyCommand } from './certify.ts'
import { contractCommand } from './contract.ts'
import { diffCommand } from './diff.ts'
import { doctorCommand } from './doctor.ts'
import { faultsCommand } from './faults.ts'
import { forgetReports } from './forget-reports.ts'
import { initCommand } from './init.ts'
import { judgeCommand } from './judge.ts'
import { isReaderGone } from './lost-output.ts'
import { mergeCommand } from './merge.ts'
import { mockCommand } from './mock.ts'
import { openapiCommand } from './openapi.ts'
import { partnerCommand } from './partner.ts'
import { requirementsCommand } from './requirements.ts'
import { restoreCommand } from './restore.ts'
import { runCommand } from './run.ts'
import { trendCommand } from './trend.ts'
import { EXIT_UNTESTED, EXIT_USAGE, isForPerson } from './usage.ts'
import { verifyCommand } from './verify.ts'

const program = new Command('donation-conformance')
  .description(
    'Says, requirement by requirement, whether a service keeps the contract of the Donation Partner API.',
  )
  .version(tool.version)
  .addCommand(initCommand())
  .addCommand(runCommand())
  .addCommand(mergeCommand())
  .addCommand(partnerCommand())
  .addCommand(mockCommand())
  .addCommand(doctorCommand())
  .addCommand(restoreCommand())
  .addCommand(requirementsCommand())
  .addCommand(contractCommand())
  .addCommand(openapiCommand())
  .addCommand(faultsCommand())
  .addCommand(diffCommand())
  .addCommand(trendCommand())
  .addCommand(judgeCommand())
  .addCommand(certifyCommand())
  .addCommand(verifyCommand())
  .addHelpText(
    'after',
    `
Exit status:
  0  no violation
  1  at least one violation; between two runs, something newly broken
  2  the command or the configuration is wrong
  3  the target could not be tested`,
  )

for (const command of [program, ...program.commands]) {
  command.exitOverride().showHelpAfterError('(add --help for what there is)')
}

let isLost = false
for (const [name, stream] of Object.entries({ output: process.stdout, errors: process.stderr })) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error) || isLost) return
    isLost = true
    process.stderr.write(`cannot write to the standard ${name}: ${error.message}\n`)
  })
}
process.on('exit', (status) => {
  if (isLost && status === 0) process.exitCode = EXIT_USAGE
})

/** What a newcomer needs to know. */
const GREETING = `${program.description()}

  npx donation-conformance run                      see it work, against the reference service that comes with it
  npx donation-conformance init                     set up a project: .env.sandbox, .gitignore and a CI file
  npx donation-conformance run --env .env.sandbox   test your sandbox
  npx donation-conformance partner --help           examine a partner's application
  npx donation-conformance --help                   everything else
`

try {
  if (process.argv.length > 2) await program.parseAsync()
  else {
    process.stderr.write(GREETING)
    process.exitCode = EXIT_USAGE
  }
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE
    // Commander has printed the message.
    if (error.exitCode !== 0) await notMade(error.message)
  } else if (isForPerson(error)) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = EXIT_USAGE
    await notMade(error.message)
  } else {
    // A bug of this program: a report of it needs the stack, and CI must not take it for a violation.
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`donation-conformance itself failed: ${cause}\n`)
    process.exitCode = EXIT_UNTESTED
    await notMade(`donation-conformance itself failed: ${cause}`)
  }
}

/** The command did not finish its work. No report says so, so the exit status has to. */
async function notMade(why: string): Promise<void> {
  await forgetReports(process.argv.slice(2))
  annotate('Nothing was tested', why, process.env, process.stdout)
}
