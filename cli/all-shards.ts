import { isDeepStrictEqual } from 'node:util'
import { type Shard, shardName } from '../harness/model/shard.ts'
import { UsageError } from './usage.ts'

/** What one shard wrote, and where it was read. */
export interface ShardFile {
  readonly path: string
  readonly shard: Shard
}

/** What shards of one whole have in common, by the word for several of it. */
export type Common<File> = Readonly<Record<string, (file: File) => unknown>>

/**
 * All shards of one whole, each once, in their order.
 * @throws UsageError in one line where they are of different ones, or one is missing or there twice
 */
export function allShards<File extends ShardFile>(
  files: readonly File[],
  common: Common<File>,
): readonly [File, ...File[]] {
  const [first, ...others] = files.toSorted((a, b) => a.shard.index - b.shard.index)
  if (!first) throw new UsageError('there is nothing to join')
  const facts: Common<File> = { 'numbers of shards': ({ shard }) => shard.of, ...common }
  for (const [what, of] of Object.entries(facts)) {
    const other = others.find((one) => !isDeepStrictEqual(of(one), of(first)))
    if (other) throw new UsageError(`${first.path} and ${other.path} are of different ${what}`)
  }
  const indices = Array.from({ length: first.shard.of }, (_, position) => position + 1)
  for (const index of indices) {
    const own = files.filter(({ shard }) => shard.index === index)
    const name = `shard ${shardName({ ...first.shard, index })}`
    if (own.length === 0) throw new UsageError(`${name} is missing`)
    if (own.length > 1)
      throw new UsageError(`${name} is there twice: ${own.map(({ path }) => path).join(', ')}`)
  }
  return [first, ...others]
}
