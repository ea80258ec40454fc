import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../harness/authoring/index.ts'

/** Where the service's clock can be moved, waits until no other test is under way: {@link pause} costs no time then. */
export async function beforePause(context: Context): Promise<void> {
  if (context.inspectorIfAny) await context.alone()
}

/**
 * Lets some seconds pass after {@link beforePause}: by the service's clock where it can be moved, else beside other tests.
 * @param why a person reads it who waits as well
 */
export async function pause(context: Context, seconds: number, why: string): Promise<void> {
  if (context.inspectorIfAny) await context.letPass(seconds, why)
  else await sleep(seconds * 1000, undefined, { signal: context.signal })
}
