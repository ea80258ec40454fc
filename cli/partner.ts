import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import { partnerRequirements, selectPartnerRequirements } from '../contract/catalogue/index.ts'
import { DEFAULT_OUT, MAX_SEED } from '../harness/model/defaults.ts'
import { Interrupt } from './interrupt.ts'
import type { PartnerOptions } from './perform-examination.ts'
import { readReplay } from './read-replay.ts'
import { reporterOption } from './reporter-option.ts'
import { readSelection, withoutExcepted } from './selection.ts'
import { notEmpty, wholeNumber } from './usage.ts'
import { minDecidedOption, requireDecidedOption, strictOption } from './verdict-options.ts'

/** The environment file that is read where no option names one. */
export const DEFAULT_PARTNER_FILE = '.env.partner'

/** `donation-conformance partner`. */
export function partnerCommand(): Command {
  return new Command('partner')
    .description("examine a partner's application and say which requirements of its side it keeps")
    .option('--env <file>', 'environment of the application', notEmpty, DEFAULT_PARTNER_FILE)
    .option('--out <dir>', 'where the reports go', notEmpty, DEFAULT_OUT)
    .addOption(reporterOption())
    .option('--seed <n>', 'decides everything generated (default: a new one)', wholeNumber(0, MAX_SEED))
    .option('--runs <n>', 'cases that a property tries', wholeNumber(1, 10_000))
    .option(
      '--only <list>',
      'only these requirements or levels, such as PARTNER-3,PARTNER-16 or MUST',
      readSelection(selectPartnerRequirements),
    )
    .option(
      '--except <list>',
      'leave these requirements out, of all or of those of --only',
      readSelection(selectPartnerRequirements),
    )
    .addOption(
      new Option('--replay <case>', 'try just this case again, as a counterexample names it')
        .argParser(readReplay(partnerRequirements, 'PARTNER-14/valid:42:7:0'))
        .conflicts(['only', 'except', 'seed', 'runs']),
    )
    .addOption(strictOption())
    .addOption(requireDecidedOption())
    .addOption(minDecidedOption())
    .option(
      '--deadline <seconds>',
      'end the examination by then, with what is known',
      wholeNumber(1, 86_400),
      300,
    )
    .option('--baseline <file>', 'violations known before: a record.json, or a list of them', notEmpty)
    .action(async (given: PartnerOptions & { readonly except?: readonly string[] }) => {
      const options = withoutExcepted(given, partnerRequirements)
      const interrupt = new Interrupt()
      // Most of the time is waiting for the application, which is to have the memory that there is.
      setFlagsFromString('--optimize-for-size')
      try {
        const { performExamination } = await import('./perform-examination.ts')
        process.exitCode = await performExamination(options, interrupt.signal)
      } finally {
        interrupt.end()
      }
    })
}
