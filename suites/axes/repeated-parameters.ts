import type { FormParameters } from '../../client/oauth/oauth.ts'
import { UNKNOWN_REFRESH_TOKEN } from '../support/unknown.ts'
import { WRONG } from './token-requests.ts'

/** The parameters of one request as they have to be, by name. */
export type RightParameters = Readonly<Record<string, string>>

/** What a request has in place of the right parameters; undefined where there is no such parameter. */
export type Repeat = (right: RightParameters) => FormParameters | undefined

/** Another value of each parameter. Which of two values counts shows only where one of them is wrong. */
const OTHER: Readonly<Record<string, string>> = { ...WRONG, refresh_token: UNKNOWN_REFRESH_TOKEN }

/** What a reader that takes the first, the last, or all different values would each let through. */
const WAYS: Readonly<Record<string, (right: string, other: string) => readonly string[]>> = {
  'with the same value': (right) => [right, right],
  'another value behind': (right, other) => [right, other],
  'another value before': (right, other) => [other, right],
}

const repeating = (name: string, way: string): readonly [string, Repeat] => [
  `${name} twice, ${way}`,
  (right) => {
    const value = right[name]
    return value === undefined ? undefined : { [name]: WAYS[way]?.(value, OTHER[name] ?? '') }
  },
]

/** Each of these parameters twice, in each way. */
export function repeatsOf(names: readonly string[]): Readonly<Record<string, Repeat>> {
  return Object.fromEntries(names.flatMap((name) => Object.keys(WAYS).map((way) => repeating(name, way))))
}

/** Each of these parameters twice, in one way after the other: for who stands for the rest. */
export function fewRepeatsOf(names: readonly string[]): Readonly<Record<string, Repeat>> {
  const ways = Object.keys(WAYS)
  return Object.fromEntries(names.map((name, index) => repeating(name, ways[index % ways.length] ?? '')))
}
