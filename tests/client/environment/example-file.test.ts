import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keysFor } from '../../../client/environment/needs.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { documentationOf, environmentKeys } from '../../../client/environment/schema.ts'
import { catalogue } from '../../../contract/index.ts'
import { messageOf, required } from './environments.ts'

/** The ids that a text names, by themselves or from one to another of their family. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/([A-Z]+)-(\d+)(?: to \1-(\d+))?/g)].flatMap(([, family, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${family}-${Number(first) + index}`,
    ),
  )
}

test('the example file has every key, empty, under what its documentation says', () => {
  const lines = readFileSync(new URL('../../../.env.sandbox.example', import.meta.url), 'utf8').split('\n')
  const documented = new Map<string, string>()
  let comment: string[] = []
  for (const line of lines) {
    const key = /^([A-Z_]+)=/.exec(line)?.[1]
    if (key !== undefined) documented.set(key, comment.join(' '))
    comment = line.startsWith('# ') ? [...comment, line.slice(2)] : []
  }
  expect([...documented.keys()]).toEqual(environmentKeys)
  for (const [key, text] of documented) {
    const { purpose, origin, without, mayBeShown } = documentationOf(
      environmentKeys.find((known) => known === key) ?? 'SANDBOX_SCOPE',
    )
    const undecided = mayBeShown
      ? 'May be undecided without it, unless answers show it'
      : 'Undecided without it'
    const sentences = [
      `${purpose}.`,
      `From: ${origin}.`,
      ...(without === undefined ? [] : [`${undecided}: ${without}.`]),
    ]
    expect(text.toLowerCase(), key).toBe(sentences.join(' ').toLowerCase())
  }
  expect(
    messageOf(() =>
      readEnvironment({
        file: new URL('../../../.env.sandbox.example', import.meta.url).pathname,
        processEnv: required,
      }),
    ),
  ).toBe('')
})

test('where ids tell what is undecided without a key, they are all that need it', () => {
  const named = environmentKeys
    .map((key) => ({ key, ids: idsIn(documentationOf(key).without ?? '') }))
    .filter(({ ids }) => ids.length > 0)
  expect(named).not.toEqual([])
  // Any donation will do for these: a key of either sort supplies it.
  const bySeveralKeys = ['donation', 'two-donations']
  for (const { key, ids } of named) {
    const needing = catalogue.filter(({ needs }) =>
      needs.some((need) => !bySeveralKeys.includes(need) && keysFor(need).includes(key)),
    )
    expect(ids.toSorted(), key).toEqual(needing.map(({ id }) => id).toSorted())
  }
})
