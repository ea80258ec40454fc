import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeGuessability } from '../../../suites/support/guessability.ts'

const hashes = (size: number) =>
  Array.from({ length: 8 }, (_, index) =>
    createHash('sha256').update(`code ${index}`).digest('hex').slice(0, size),
  )

test.each([
  ['128 random bits', hashes(32), undefined],
  ['112 random bits', hashes(28), 'codes with 112 bits of length that differ from code to code'],
  [
    '80 random bits behind a name',
    hashes(20).map((code) => `code-of-the-sandbox-${code}`),
    'codes with 80 bits of length that differ from code to code',
  ],
  [
    'a clock in hexadecimal',
    [7_000, 7_900, 8_050, 9_400].map((at) => Buffer.from(`code-of-17325000${at}-for-you`).toString('hex')),
    'codes that count up',
  ],
  [
    'a clock, the name of the service and 40 random bits',
    hashes(10).map(
      (code, index) => `${(0x19abc0000000 + 4_000 * index).toString(16)}5a9b8c7d6e5f4a3b2c1d${code}`,
    ),
    'codes in which 52 bits change',
  ],
  [
    'random UUIDs beside the session and the client',
    hashes(32).map(
      (code) => `${code.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')}.session.client`,
    ),
    undefined,
  ],
  [
    '128 random bits in base64',
    hashes(32).map((code) => Buffer.from(code, 'hex').toString('base64url')),
    undefined,
  ],
  ['one code again', [...hashes(32), ...hashes(32).slice(0, 1)], 'the same code more than once'],
  ['a counter that others use too', [7_000, 7_900, 8_050, 9_400].map(String), 'codes that count up'],
])('%s', (_, codes, flaw) => {
  expect(describeGuessability(codes)).toBe(flaw)
})
