import { Option } from 'commander'
import { minimum } from './usage.ts'

/** `--strict`, as all commands have it that end in a verdict. */
export function strictOption(): Option {
  return new Option('--strict', 'count violations of SHOULD as failures').default(false)
}

/** `--require-decided`, as all commands have it that end in a verdict. */
export function requireDecidedOption(): Option {
  return new Option('--require-decided', 'exit with 3 where a MUST could not be decided').default(false)
}

/** `--min-decided`, as all commands have it that end in a verdict. */
export function minDecidedOption(): Option {
  return new Option(
    '--min-decided <n>',
    'exit with 3 where fewer requirements were decided: a number, or a share such as 90%',
  ).argParser(minimum)
}
