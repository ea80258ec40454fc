import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import { serviceRequirements } from '../contract/catalogue/index.ts'
import { SuitesThread } from '../harness/engine/worker-thread.ts'
import { Interrupt } from './interrupt.ts'
import { isOutThere, type RunOptions } from './options.ts'
import { RUN_OPTIONS } from './run-options.ts'
import { withoutExcepted } from './selection.ts'

/** `donation-conformance run`. */
export function runCommand(): Command {
  const command = new Command('run').description('test a service and say which requirements it keeps')
  for (const [heading, addOptions] of Object.entries(RUN_OPTIONS)) addOptions(command.optionsGroup(heading))
  return command.action(async (given: RunOptions & { readonly except?: readonly string[] }) => {
    const options = withoutExcepted(given, serviceRequirements)
    // Both from the first moment on: what follows takes a while to load.
    const interrupt = new Interrupt()
    // A service out there takes most of the time, and whatever it sends is not to take all the memory.
    if (isOutThere(options)) setFlagsFromString('--optimize-for-size')
    const suites = new SuitesThread()
    try {
      const run = await performerOf(options)
      process.exitCode = await run(options, suites, interrupt.signal)
    } finally {
      interrupt.end()
      await suites.close()
    }
  })
}

/** What does as these options ask. */
async function performerOf({ dryRun, watch }: RunOptions) {
  if (dryRun) return (await import('./dry-run.ts')).dryRun
  if (watch !== undefined) return (await import('./watch/watch-runs.ts')).watchRuns(watch)
  return (await import('./perform-run.ts')).performRun
}
