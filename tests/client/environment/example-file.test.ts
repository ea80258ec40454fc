import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { documentationOf, environmentKeys } from '../../../client/environment/schema.ts'
import { messageOf, required } from './environments.ts'

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
    const { purpose, origin, without } = documentationOf(
      environmentKeys.find((known) => known === key) ?? 'SANDBOX_SCOPE',
    )
    const sentences = [
      `${purpose}.`,
      `From: ${origin}.`,
      ...(without === undefined ? [] : [`Undecided without it: ${without}.`]),
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
