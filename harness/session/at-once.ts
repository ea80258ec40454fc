import type { Sender } from '../../client/http/sender.ts'
import type { Session } from './session.ts'

/**
 * Sends several requests so that they are under way at the same moment, whatever limits there are, unless the run was
 * told to keep to them.
 * @param to where they go: connections are opened first, so that none has to wait for its own.
 * @param sends each sends one request of this sender.
 */
export async function sendAtOnce<Sent>(
  { target, http }: Pick<Session, 'target' | 'http'>,
  sender: Sender,
  to: string,
  sends: readonly (() => Promise<Sent>)[],
): Promise<Sent[]> {
  sender.isSendingAtOnce = true
  try {
    const open = { method: 'GET', url: `${new URL(to).origin}/`, how: 'at once' } as const
    if (target.kind !== 'mock') await Promise.all(sends.map(() => http.send(open)))
    return await Promise.all(sends.map((send) => send()))
  } finally {
    sender.isSendingAtOnce = false
  }
}
