import { InvalidArgumentError } from 'commander'
import type { Minimum } from '../harness/model/outcome.ts'
import { UnreadableError } from '../reports/read-json.ts'

export { reasonOf } from '../reports/text.ts'

/** Exit status where the command or the configuration is wrong. */
export const EXIT_USAGE = 2

/** Exit status where the target could not be tested. */
export const EXIT_UNTESTED = 3

/** The command or its configuration is wrong; the message is all that a person needs. */
export class UsageError extends Error {}

/** Whether a person has to mend the command, its configuration or a file that it was given; the message says what. */
export function isForPerson(error: unknown): error is UsageError | UnreadableError {
  return error instanceof UsageError || error instanceof UnreadableError
}

/**
 * Reads an option that is a whole number within bounds.
 * @throws InvalidArgumentError, which commander words with the option's name.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^-?\d+$/.test(text) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

/**
 * Reads an option that says how many, or what share in per cent.
 * @throws InvalidArgumentError, which commander words with the option's name.
 */
export function minimum(text: string): Minimum {
  const [, number = '', percent] = /^(\d{1,4})( ?%)?$/.exec(text) ?? []
  if (number !== '' && percent === undefined) return { count: Number(number) }
  if (number !== '' && Number(number) <= 100) return { percent: Number(number) }
  throw new InvalidArgumentError('It must be a whole number, or a share from 0% to 100%.')
}

/** Reads an option that must not be empty, as one made of an unset shell variable is. */
export function notEmpty(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must not be empty.')
}

/** A message without the keys in it: some are written where none belongs, and errors repeat what was written. */
export function withoutKeys(message: string): string {
  return message.replace(/-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g, '<key>')
}
