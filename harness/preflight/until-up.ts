import { setTimeout as sleep } from 'node:timers/promises'
import type { TargetConfig } from '../../client/environment/config.ts'
import { createHttpClient } from '../../client/http/client.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'

type Hosts = Pick<TargetConfig, 'authUrl' | 'apiUrl' | 'network'>

const PAUSE_MS = 250

/** Whether both parts of a target answer, however they do. */
export function isUp(target: Hosts, signal: AbortSignal): Promise<boolean> {
  return knocking(target, signal, (answers) => answers())
}

/** @param use is given a function that asks both parts; it may call it as often as it likes. */
async function knocking<Value>(
  { authUrl, apiUrl, network }: Hosts,
  signal: AbortSignal,
  use: (answers: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const http = createHttpClient({ secrets: new SecretRegistry(), signal, network })
  try {
    return await use(async () => {
      const answers = await Promise.all([authUrl, apiUrl].map((url) => http.send({ method: 'GET', url })))
      return answers.every(({ failure }) => failure?.kind !== 'unreachable')
    })
  } finally {
    await http.close()
  }
}

/**
 * Waits until a target is up: a service that was just built takes a moment to start.
 * @param options.patienceMs how long, at most; whoever tests then says what is wrong.
 * @param options.onWaiting is told once, where it is not up yet.
 */
export async function untilUp(
  target: Hosts,
  signal: AbortSignal,
  { patienceMs, onWaiting }: { readonly patienceMs: number; readonly onWaiting: () => void },
): Promise<void> {
  const until = performance.now() + patienceMs
  // One client for all attempts, which may be hundreds: each client listens for the end of the run.
  await knocking(target, signal, async (answers) => {
    if (await answers()) return
    onWaiting()
    do await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    while (!signal.aborted && performance.now() < until && !(await answers()))
  })
}
