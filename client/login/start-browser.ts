import type { Browser, LaunchOptions } from 'playwright-core'
import type { TargetConfig } from '../environment/config.ts'
import { exceptedHosts, type Network, proxyOf, userOf } from '../http/network.ts'

/** The browser is not there; the message says what to install or set. */
export class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

/**
 * Starts a browser.
 * @throws NoBrowserError where playwright-core or the browser is missing.
 */
export async function startBrowser({
  authUrl,
  network,
  browser: { executable, channel } = { selectors: {} },
}: Pick<TargetConfig, 'authUrl' | 'network' | 'browser'>): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new NoBrowserError('SANDBOX_LOGIN=browser needs playwright-core: npm install playwright-core')
  })
  return chromium
    .launch({
      ...(executable ? { executablePath: executable } : { channel: channel ?? 'chromium' }),
      // On a signal, the run ends by itself, writes a report and closes the browser.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      ...proxyFor(authUrl, network),
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      throw new NoBrowserError(`no browser could be started (set SANDBOX_BROWSER to a Chromium): ${reason}`)
    })
}

/** The proxy on the way to the login pages, as Playwright wants it; a browser has one for all hosts. */
function proxyFor(authUrl: string, network: Network | undefined): Pick<LaunchOptions, 'proxy'> {
  const proxy = proxyOf(new URL(authUrl), network)
  if (!proxy) return {}
  const names = exceptedHosts(network?.proxies?.except ?? '').flatMap((name) => [name, `.${name}`])
  const bypass = ['localhost', '127.0.0.1', '[::1]', ...names].join(',')
  return { proxy: { server: proxy.origin, bypass, ...userOf(proxy) } }
}
