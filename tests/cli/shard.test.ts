import { expect, test } from 'vitest'
import { readShard, requirementsByShard } from '../../cli/shard.ts'
import { serviceRequirements } from '../../contract/index.ts'
import { costs } from '../../suites/costs.ts'

const ids = serviceRequirements.map(({ id }) => id)
const costOf = (part: readonly string[]) => part.reduce((sum, id) => sum + (costs[id] ?? 0), 0)

test.each([1, 2, 3, 5, 8])('of %i shards, each requirement is in exactly one', (of) => {
  const parts = requirementsByShard(of)
  expect(parts).toHaveLength(of)
  expect(parts.flat().toSorted()).toEqual(ids.toSorted())
})

test('shards take about the same time', () => {
  const sums = requirementsByShard(3).map(costOf)
  expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.05)
})

test.each([2, 3, 5])('of %i shards, the first waits for webhooks: they go to one machine', (of) => {
  expect(requirementsByShard(of)[0]).toContain('ENV-3')
})

test('a selection is divided too, down to one requirement for each shard', () => {
  const only = ['ERROR-2', 'ERROR-3', 'ORG-1']
  expect(requirementsByShard(3, only).flat().toSorted()).toEqual(only)
  expect(() => requirementsByShard(4, only)).toThrow('4 shards need as many requirements, and there are 3')
})

test.each(['0/3', '4/3', '1', '1/0', '1/2/3', 'a/b', '1/101'])('%s names no shard', (text) => {
  expect(() => readShard(text)).toThrow('It must be as 2/3')
})

test('2/3 is the second of three', () => {
  expect(readShard('2/3')).toEqual({ index: 2, of: 3 })
})
