import { InvalidArgumentError } from 'commander'
import { UnknownRequirementError } from '../contract/catalogue/index.ts'
import { UsageError } from './usage.ts'

/** Ids of requirements: those that are asked for, all where it is absent, and those that are left out. */
interface Selection {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/**
 * Builds the parser of a list of requirements, families and levels.
 * @param select finds the requirements by such names
 * @returns it gives their ids, and throws InvalidArgumentError where one is unknown
 */
export function readSelection(
  select: (names: readonly string[]) => readonly { readonly id: string }[],
): (text: string) => string[] {
  return (text) => {
    try {
      return select(text.split(',').map((name) => name.trim())).map(({ id }) => id)
    } catch (error) {
      if (error instanceof UnknownRequirementError) throw new InvalidArgumentError(error.message)
      throw error
    }
  }
}

/**
 * The same options, with what `--except` leaves of the requirements in `only`.
 * @param all the requirements that there are
 * @throws UsageError where nothing is left
 */
export function withoutExcepted<Options extends Selection>(
  { except, ...options }: Options,
  all: readonly { readonly id: string }[],
): Omit<Options, 'except'> {
  if (!except) return options
  const only = (options.only ?? all.map(({ id }) => id)).filter((id) => !except.includes(id))
  if (only.length === 0) throw new UsageError('--except leaves no requirement to try')
  return { ...options, only }
}
