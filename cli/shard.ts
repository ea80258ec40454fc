import { InvalidArgumentError } from 'commander'
import { serviceRequirements } from '../contract/catalogue/index.ts'
import { divide, type Shard } from '../harness/model/shard.ts'
import { costs } from '../suites/costs.ts'
import { UsageError } from './usage.ts'

const MAX_SHARDS = 100

/**
 * Reads `2/3`.
 * @throws InvalidArgumentError, which commander words with the option's name.
 */
export function readShard(text: string): Shard {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? []
  if (index && of && index <= of && of <= MAX_SHARDS) return { index, of }
  throw new InvalidArgumentError(`It must be as 2/3: the second of three shards, of ${MAX_SHARDS} at most.`)
}

const known = Object.values(costs)
/** Of a requirement that was not measured yet. */
const usualCost = known.reduce((sum, cost) => sum + cost, 0) / known.length

/**
 * The requirements that each shard of a run decides: every one in exactly one of them, divided by measured time.
 * Webhooks go to one machine, so that what waits for them is always in the first.
 * @param only ids that the run as a whole is confined to; all where it is left out.
 * @throws UsageError where there are fewer requirements than shards
 */
export function requirementsByShard(of: number, only?: readonly string[]): readonly (readonly string[])[] {
  const selected = serviceRequirements.filter(({ id }) => !only || only.includes(id))
  const parts = divide(selected, of, {
    // What rules alone judge costs nothing, and still has to be somewhere.
    costOf: ({ id }) => Math.max(1, costs[id] ?? usualCost),
    isFirst: ({ needs }) => needs.includes('webhook-listener'),
  })
  if (parts.some(({ length }) => length === 0))
    throw new UsageError(`--shard: ${of} shards need as many requirements, and there are ${selected.length}`)
  return parts.map((part) => part.map(({ id }) => id))
}
