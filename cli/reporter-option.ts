import { InvalidArgumentError, Option } from 'commander'
import { defaultReporters, reporters } from '../reports/reporters.ts'

/** The option that says which reports are written; may be given several times. */
export function reporterOption(unlessSaid = defaultReporters.join(',')): Option {
  return new Option(
    '--reporter <list>',
    `reports to write, by name (${Object.keys(reporters).join(', ')}) or module (default: ${unlessSaid})`,
  ).argParser(readNames)
}

function readNames(text: string, earlier: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('It must name reporters, such as junit,sarif.')
  return [...earlier, ...names]
}
