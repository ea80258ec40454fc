import { InvalidArgumentError } from 'commander'
import type { Replay } from '../harness/model/settings.ts'

/** The name of a test, the seed, and the path to the value: numbers with colons between, where it was made smaller. */
const REPLAY = /^(.+?):(\d+):(\d+(?::\d+)*)$/

/**
 * Reads `--replay`.
 * @param all the requirements that there are
 * @param example what the message shows
 */
export function readReplay(all: readonly { readonly id: string }[], example: string) {
  return (text: string): Replay => {
    const [, test, seed, path] = REPLAY.exec(text) ?? []
    if (!test || !path || !all.some(({ id }) => id === test.split('/')[0]))
      throw new InvalidArgumentError(`It must be as a counterexample names it, such as ${example}.`)
    return { test, seed: Number(seed), path }
  }
}
