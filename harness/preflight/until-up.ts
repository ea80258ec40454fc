import { setTimeout as sleep } from 'node:timers/promises'
import type { TargetConfig } from '../../client/environment/config.ts'
import { createHttpClient } from '../../client/http/client.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'

type Hosts = Pick<TargetConfig, 'authUrl' | 'apiUrl' | 'network'>

const PAUSE_MS = 250

/** Whether both parts of a target answer, however they do. */
export async function isUp({ authUrl, apiUrl, network }: Hosts, signal: AbortSignal): Promise<boolean> {
  const http = createHttpClient({ secrets: new SecretRegistry(), signal, network })
  try {
    const answers = await Promise.all([authUrl, apiUrl].map((url) => http.send({ method: 'GET', url })))
    return answers.every(({ failure }) => failure?.kind !== 'unreachable')
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
  if (await isUp(target, signal)) return
  onWaiting()
  do await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  while (!signal.aborted && performance.now() < until && !(await isUp(target, signal)))
}
