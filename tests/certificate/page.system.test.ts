import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { startChromium } from '../system/chromium.ts'
import { certify } from './certified.ts'
import { broken, fullRun, partnerRun, reportsOf } from './runs.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

const notApplicable = (id: string) => ({
  verdict: 'not-applicable' as const,
  reason: `this service uses a freedom of its own, so that ${id} asks nothing of it`,
})

/** A run of which much is to be said: every second MUST undecided for a reason of its own, every third waived. */
function muchToSay(): { runs: RunResult[]; policy: object } {
  const musts = serviceRequirements.filter(({ level }) => level === 'MUST').map(({ id }) => id)
  const open = musts.filter((_, index) => index % 2 === 0)
  const waived = musts.filter((_, index) => index % 3 === 0 && index % 2 !== 0)
  const reason = (id: string) => `${id} needs what this sandbox does not have, `.repeat(8)
  const excuse = (requirement: string) => ({
    requirement,
    reason: `agreed for ${requirement}`,
    expires: '2026-02-01',
  })
  const shoulds = serviceRequirements.filter(({ level }) => level === 'SHOULD').map(({ id }) => id)
  const changes = {
    ...Object.fromEntries(shoulds.map((id, index) => [id, index % 2 ? broken('SHOULD') : notApplicable(id)])),
    ...Object.fromEntries(open.map((id) => [id, { verdict: 'inconclusive' as const, reason: reason(id) }])),
    ...Object.fromEntries(waived.map((id) => [id, broken('MUST')])),
  }
  const runs = [1, 2, 3, 4, 5, 6].map((seed) =>
    fullRun(changes, { run: { seed, startedAt: `2026-01-02T0${seed}:04:05.678Z` } }),
  )
  return { runs, policy: { undecided: open.map(excuse), waivers: waived.map(excuse) } }
}

/** Both sides: all requirements, some undecided, and three waived. */
function bothSides(): { runs: RunResult[]; policy: object } {
  const excuse = (requirement: string) => ({
    requirement,
    reason: 'mended in the release of next month, as its owner has promised in writing',
    expires: '2026-02-01',
  })
  const open = { verdict: 'inconclusive' as const, reason: 'the sandbox has no second client to try it with' }
  const undecided = ['ENV-3', 'TOKEN-4', 'AUTHZ-5'].filter((id) =>
    serviceRequirements.some((one) => one.id === id),
  )
  const [waived, ofPartner] = [['TOKEN-3', 'UPDATE-7'], 'PARTNER-5']
  const service = fullRun({
    ...Object.fromEntries(undecided.map((id) => [id, open])),
    ...Object.fromEntries(waived.map((id) => [id, broken('MUST')])),
  })
  return {
    runs: [service, partnerRun({ [ofPartner]: broken('MUST'), 'PARTNER-12': open })],
    policy: {
      undecided: [...undecided, 'PARTNER-12'].map(excuse),
      waivers: [...waived, ofPartner].map(excuse),
    },
  }
}

const sheets = [{ preferCSSPageSize: true }, { format: 'A4' }, { format: 'Letter' }]

test.each([
  ['of both sides', bothSides()],
  ['of which nothing is to be said', { runs: [fullRun()], policy: {} }],
  ['of which much is to be said', muchToSay()],
])('a page %s prints on one sheet and asks the network for nothing', async (_, { runs, policy }) => {
  const made = await certify(await Promise.all(runs.map(reportsOf)), { policy })
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  const file = join(await temporaryDirectory(), 'certificate.html')
  await writeFile(file, made.page)
  const page = await browser.newPage()
  const noises: string[] = []
  page.on('console', (message) => noises.push(message.text()))
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) noises.push(request.url())
  })
  await page.goto(pathToFileURL(file).href)
  for (const sheet of sheets) {
    const pdf = await page.pdf(sheet)
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), JSON.stringify(sheet)).toHaveLength(1)
  }
  expect(noises).toEqual([])
  await page.close()
})
