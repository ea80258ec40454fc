import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where the system's Chromium is. Throws where there is none: what no browser opened is not tested. */
export function chromiumPath(): string {
  const path = places.find((one) => existsSync(one))
  if (path) return path
  throw new Error(`Chromium is needed for this test, and there is none at ${places.join(', ')}: install it`)
}

/** Starts the system's Chromium. Throws where there is none. */
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
