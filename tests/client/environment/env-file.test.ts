import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { inEnvironmentFile } from '../../../client/environment/env-file.ts'

test.each([
  ['https://auth.example.org:8443/a,b', 'KEY=https://auth.example.org:8443/a,b'],
  ['two words # and a sign', "KEY='two words # and a sign'"],
  ["an 'apostrophe", `KEY="an 'apostrophe"`],
  [`'both" kinds`, `KEY=\`'both" kinds\``],
])('%s is written so that a file gives it back', (value, line) => {
  expect(inEnvironmentFile('KEY', value)).toBe(line)
  expect(parse(line)).toEqual({ KEY: value })
})

test('what no quote can hold is not written', () => {
  expect(inEnvironmentFile('KEY', '\'"`')).toBeUndefined()
})
