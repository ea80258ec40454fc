import PQueue from 'p-queue'
import type { Browser } from 'playwright-core'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { TargetConfig, UserCredentials } from '../environment/config.ts'
import type { UserAgent } from './authorization-flow.ts'
import { FormBrowser } from './form-browser.ts'
import { Logins, priorityOf } from './logins.ts'
import { ManualBrowser } from './manual.ts'
import { openPrompt } from './prompt.ts'
import { RealBrowser } from './real-browser.ts'
import { NoBrowserError, startBrowser } from './start-browser.ts'

/** A person is asked no oftener than this, unless they say so. */
const LOGINS_OF_A_PERSON = 3
/** Each session of a real browser takes memory and time. */
const SESSIONS_OF_A_BROWSER = 3
/** Authorizations that one browser works on at the same time: with more, each takes so long that it seems stuck. */
const FLOWS_OF_A_BROWSER = 4

/** Logins by the driver that the configuration names, and how to be done with it. */
export interface Driver {
  readonly logins: Logins
  close(): Promise<void>
}

/** @param max logins, at most. */
export function openDriver(target: TargetConfig, signal: AbortSignal, max?: number): Driver {
  const limits = max === undefined ? {} : { max }
  switch (target.login) {
    case 'form':
      return { logins: new Logins(() => new FormBrowser(), limits), close: async () => {} }
    case 'manual': {
      const prompt = openPrompt(target.manualFile, signal)
      const roleOf = (user: UserCredentials) => describeUser(user, target)
      const most = max ?? LOGINS_OF_A_PERSON
      let opened = 0
      const open = () => {
        const which = `login ${++opened} of ${most} at most`
        return new ManualBrowser(prompt, { file: target.manualFile, roleOf, which })
      }
      const logins = new Logins(open, { max: most, sessions: 1, each: true })
      return { logins, close: async () => {} }
    }
    case 'browser': {
      const config = target.browser ?? { selectors: {} }
      let browser: Promise<Browser> | undefined
      const start = async () => {
        browser ??= startBrowser(target)
        return browser.catch((error: unknown) => {
          throw error instanceof NoBrowserError ? new InconclusiveError(error.message) : error
        })
      }
      const close = async () => (await browser?.catch(() => undefined))?.close()
      // What waits for a page of it waits no longer.
      signal.addEventListener('abort', () => void close().catch(() => undefined), { once: true })
      const flows = new PQueue({ concurrency: FLOWS_OF_A_BROWSER })
      const open = (): UserAgent => {
        const agent = new RealBrowser(start, config, target.network, signal)
        return {
          authorize: (url, purpose, user, stopAt, http) =>
            flows.add(
              async () => {
                const flow = await agent.authorize(url, purpose, user, stopAt)
                // The browser asks by itself: this client is what notices that nobody is there any more.
                if (flow.kind === 'stopped') await http.send({ method: 'GET', url: new URL('/', url).href })
                return flow
              },
              { priority: priorityOf(http.sender) },
            ),
        }
      }
      return {
        logins: new Logins(open, { ...limits, sessions: SESSIONS_OF_A_BROWSER }),
        close,
      }
    }
  }
}

/** Which of the suite's users it is, for the person who logs in. */
function describeUser({ username }: UserCredentials, target: TargetConfig): string {
  if (username === target.noOrgUser?.username) return 'the user without organizations'
  if (username === target.multiOrgUser?.username) return 'the user with several organizations'
  return 'the main user'
}
