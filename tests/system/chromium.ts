import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Where the system's Chromium is.
 * @throws Error where there is none: a test that no browser ran must not count as passed.
 */
export function chromiumPath(): string {
  const path = PLACES.find((one) => existsSync(one))
  if (path) return path
  throw new Error(`Chromium is missing: apt-get install chromium (looked for ${PLACES.join(', ')})`)
}

/**
 * Starts the system's Chromium, without a sandbox of its own since CI runs as root, and without its calls home.
 * @throws Error where there is none.
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args })
}
