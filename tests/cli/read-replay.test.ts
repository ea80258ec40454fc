import { expect, test } from 'vitest'
import { readReplay } from '../../cli/read-replay.ts'
import { partnerRequirements, serviceRequirements } from '../../contract/catalogue/index.ts'

test.each([
  ['UPDATE-4:42:7', { test: 'UPDATE-4', seed: 42, path: '7' }],
  ['UPDATE-4:42:7:0:12', { test: 'UPDATE-4', seed: 42, path: '7:0:12' }],
  ['UPDATE-4/each: 3:42:7:0', { test: 'UPDATE-4/each: 3', seed: 42, path: '7:0' }],
])('the case %s of a service', (text, replay) => {
  expect(readReplay(serviceRequirements, '')(text)).toEqual(replay)
})

test.each([
  ['PARTNER-14/valid:42:7', { test: 'PARTNER-14/valid', seed: 42, path: '7' }],
  ['PARTNER-14/valid:42:7:0:12', { test: 'PARTNER-14/valid', seed: 42, path: '7:0:12' }],
])('the case %s of a partner', (text, replay) => {
  expect(readReplay(partnerRequirements, '')(text)).toEqual(replay)
})

test.each(['UPDATE-4', 'UPDATE-4:42', 'UPDATE-4:x:7', 'PARTNER-14/valid:42:7', 'NO-1:42:7', ':42:7'])(
  '%s is no case of a service',
  (text) => {
    expect(() => readReplay(serviceRequirements, 'UPDATE-4:42:7:0')(text)).toThrow(
      'It must be as a counterexample names it, such as UPDATE-4:42:7:0.',
    )
  },
)
