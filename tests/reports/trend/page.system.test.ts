import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { trendsOf } from '../../../reports/trend/history.ts'
import { trendHtml } from '../../../reports/trend/page.ts'
import { axeFindings } from '../../system/axe.ts'
import { startChromium } from '../../system/chromium.ts'
import { broken, kept, onDay, open, other } from './records.ts'

const trend = trendsOf([
  onDay(2, { requirements: [kept, other], expires: '3600' }),
  onDay(9, { requirements: [broken, other], expires: '1800' }),
  onDay(16, { requirements: [open, other], expires: '900' }),
  onDay(23, { requirements: [other], expires: '7200' }),
])

test.each([['light'], ['dark']] as const)(
  'axe finds nothing in the page, and nothing is loaded, in %s',
  async (colorScheme) => {
    const place = await mkdtemp(join(tmpdir(), 'trend-'))
    onTestFinished(() => rm(place, { recursive: true }))
    const file = join(place, 'trend.html')
    await writeFile(file, trendHtml(trend))
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ colorScheme })
    const noises: string[] = []
    page.on('console', (message) => noises.push(message.text()))
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) noises.push(request.url())
    })
    await page.goto(pathToFileURL(file).href)
    expect(noises).toEqual([])
    expect(await axeFindings(page)).toEqual([])
  },
)
