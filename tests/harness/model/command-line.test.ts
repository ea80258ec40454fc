import { expect, test } from 'vitest'
import { commandLine } from '../../../harness/model/command-line.ts'

test.each([
  ['the embedded mock', 'mock', undefined, 'npx donation-conformance run'],
  [
    'a sandbox that the process describes',
    'sandbox',
    undefined,
    'npx donation-conformance run --target sandbox',
  ],
  ['an env file', 'sandbox', '.env.sandbox', 'npx donation-conformance run --env .env.sandbox'],
  [
    'a name that a shell would split',
    'sandbox',
    "it's mine.env",
    `npx donation-conformance run --env 'it'\\''s mine.env'`,
  ],
] as const)('the command that tests %s again', (_, kind, envFile, expected) => {
  expect(commandLine(kind, envFile)).toBe(expected)
})
