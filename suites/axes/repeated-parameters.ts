import type { FormParameters } from '../../client/oauth/oauth.ts'
import { UNKNOWN_REFRESH_TOKEN } from '../support/unknown.ts'
import { WRONG } from './token-requests.ts'

/** The parameters of one request as they have to be, by name. */
export type RightParameters = Readonly<Record<string, string>>

/** What a request has in place of the right parameters. */
export type Repeat = (right: RightParameters) => FormParameters

/** Another value of each parameter. Which of two values counts shows only where one of them is wrong. */
const OTHER: Readonly<Record<string, string>> = { ...WRONG, refresh_token: UNKNOWN_REFRESH_TOKEN }

/**
 * Another value for the first of two. Readers that take the last one let an empty first one through, and so do those that
 * drop it.
 */
const FIRST: Readonly<Record<string, string>> = { ...OTHER, redirect_uri: '' }

/** What a reader that takes the first, the last, or all different values would each let through. */
const WAYS: Readonly<Record<string, (right: string, name: string) => readonly string[]>> = {
  'with the same value': (right) => [right, right],
  'another value behind': (right, name) => [right, OTHER[name] ?? ''],
  'another value before': (right, name) => [FIRST[name] ?? '', right],
}

const repeating = (name: string, way: string): readonly [string, Repeat] => [
  `${name} twice, ${way}`,
  (right) => ({ [name]: WAYS[way]?.(right[name] ?? '', name) }),
]

/** Each of these parameters twice, in each way. */
export function repeatsOf(names: readonly string[]): Readonly<Record<string, Repeat>> {
  return Object.fromEntries(names.flatMap((name) => Object.keys(WAYS).map((way) => repeating(name, way))))
}

/** Each three times with the same value: a reader that looks for exactly two lets it through. */
export function threeTimes(names: readonly string[]): Readonly<Record<string, Repeat>> {
  return Object.fromEntries(
    names.map((name) => [`${name} three times`, (right) => ({ [name]: Array(3).fill(right[name] ?? '') })]),
  )
}

/** Each with the same value, and with another one in turn behind and before. */
export function fewRepeatsOf(names: readonly string[]): Readonly<Record<string, Repeat>> {
  const [same = '', ...differing] = Object.keys(WAYS)
  return Object.fromEntries(
    names.flatMap((name, index) => [
      repeating(name, same),
      repeating(name, differing[index % differing.length] ?? same),
    ]),
  )
}

/** Each with the same value, which every reader takes that does not look for repetitions. */
export function sameRepeatsOf(names: readonly string[]): Readonly<Record<string, Repeat>> {
  return Object.fromEntries(names.map((name) => repeating(name, 'with the same value')))
}
