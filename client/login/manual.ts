import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReadStream } from 'node:tty'
import type { UserCredentials } from '../environment/config.ts'
import { parseUrl } from '../http/url.ts'
import type { AuthorizationFlow, Intent, UserAgent } from './authorization-flow.ts'

/** How often the file is looked for. */
const POLL_MS = 500

/** Where a person's answer comes from. */
export interface Desk {
  /** Shows what is to be done. */
  tell(text: string): void
  /** The address that the person was sent to; undefined where nobody answers. */
  ask(): Promise<string | undefined>
}

/**
 * A desk at this terminal, or, where a file is named, one on a machine without: the address is then the file's
 * content, and the file is removed once it is read.
 */
export function openDesk(file: string | undefined, signal: AbortSignal): Desk {
  return {
    // At once, and past whoever collects what a test prints.
    tell: (text) => void writeSync(2, text),
    ask: () => (file === undefined ? addressTyped(signal) : addressIn(file, signal)),
  }
}

/** The terminal itself: the suites run in a thread, which has no standard input. */
async function addressTyped(signal: AbortSignal): Promise<string | undefined> {
  const input = openTerminal()
  if (!input) return undefined
  const terminal = createInterface({ input })
  try {
    const [line] = await Promise.race([once(terminal, 'line', { signal }), once(input, 'error', { signal })])
    return typeof line === 'string' ? line : undefined
  } catch {
    return undefined
  } finally {
    terminal.close()
    input.destroy()
  }
}

/**
 * No file stream: a read of it that nobody answers could not be given up, and would keep the thread from ending.
 * @returns undefined where there is no terminal.
 */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch {
    return undefined
  }
}

async function addressIn(file: string, signal: AbortSignal): Promise<string | undefined> {
  while (!signal.aborted) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (text !== '') {
      rmSync(file)
      return text
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

/** A person, who opens the address in a browser of their own and pastes the one that they end at. */
export class ManualBrowser implements UserAgent {
  readonly #desk: Desk
  readonly #hint: string

  constructor(desk: Desk, file?: string) {
    this.#desk = desk
    this.#hint =
      file === undefined
        ? 'paste it here; where it does not get there, an empty line'
        : `write it to ${file}; where it does not get there, any other text`
  }

  async authorize(
    url: string,
    intent: Intent,
    user: UserCredentials,
    stopAt: readonly string[],
  ): Promise<AuthorizationFlow> {
    const who = user.username === '' ? '' : ` as ${user.username}`
    this.#desk.tell(
      `\nOpen this address, log in${who} and ${intent === 'approve' ? 'approve' : 'decline'}:\n\n  ${url}\n\n` +
        `The browser then goes to ${stopAt[0] ?? 'the redirect URI'}, where nothing needs to answer. Copy the whole ` +
        `address from its address bar and ${this.#hint}:\n`,
    )
    const location = (await this.#desk.ask())?.trim() ?? ''
    const common = { exchanges: [], sawApproval: true }
    const parsed = parseUrl(location)
    if (parsed === undefined)
      return {
        ...common,
        kind: 'stopped',
        why: 'no address was given (where there is no terminal, SANDBOX_MANUAL_FILE names a file for it)',
        page: '',
        loginRefused: false,
      }
    return { ...common, kind: 'redirected', location, url: parsed }
  }
}
