import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starts the system's Chromium. Throws where there is none: a report that no browser opened is not tested. */
export async function startChromium(): Promise<Browser> {
  const executablePath = places.find((path) => existsSync(path))
  if (!executablePath) {
    throw new Error(`the report is tested in Chromium, and there is none at ${places.join(', ')}: install it`)
  }
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
