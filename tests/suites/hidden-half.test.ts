import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { ADVISOR_FIELDS } from '../../contract/index.ts'
import { Collector } from '../../harness/engine/collector.ts'
import { runSession } from '../../harness/engine/run-session.ts'
import { Session } from '../../harness/session/session.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { type MockService, startMockService } from '../../mock/server.ts'
import { suites } from '../../suites/index.ts'

/** What the answers of a service that shows no more than it has to leave undecided. */
const HIDDEN = ['PLEDGED-3', 'DESIGNATION-5', 'DESIGNATION-6', 'DESIGNATION-7']
const HIDDEN_ADVISOR = ['ADVISOR-3', 'ADVISOR-4', 'ADVISOR-7', 'ADVISOR-8']
const KEPT = ['PLEDGED-1', 'UPDATE-8', 'UPDATE-9', 'DESIGNATION-1', 'ADVISOR-1']

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function mockWith(...faults: string[]): Promise<MockService> {
  return mockThatDiffers({ faults, variants: ['record-minimal'] })
}

async function mockThatDiffers(differing: Parameters<typeof applyAll>[1]): Promise<MockService> {
  const mock = await startMockService({ policies: applyAll(contractPolicies, differing) })
  closing.push(() => mock.close())
  return mock
}

type Keys = Readonly<Record<string, string>>

/** What the inspector shows, as an endpoint of the service's own. */
function byUrl({ urls, inspectorKey }: MockService): Keys {
  return {
    SANDBOX_READ_DONATION: `${urls.inspector}/donations/{id}`,
    SANDBOX_READ_HEADERS: JSON.stringify({ authorization: `Bearer ${inspectorKey}` }),
  }
}

/** Runs these requirements against the mock as a stranger. Returns what is not kept, and what is said beside. */
async function run(mock: MockService, keys: Keys, only: readonly string[]) {
  const target = readEnvironment({ processEnv: { ...mock.environment, ...keys } })
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only }
  const collector = new Collector(settings)
  await runSession(new Session(settings), suites, (report) => collector.take(report))
  const result = collector.result()
  const flagged = result.requirements.filter(({ verdict }) => verdict !== 'pass')
  return { result, flagged: flagged.map(({ id, verdict, reason }) => ({ id, verdict, reason })) }
}

test('without a way to look, what no answer shows is undecided and names the key', async () => {
  const { flagged, result } = await run(await mockWith(), {}, [...HIDDEN, ...HIDDEN_ADVISOR])
  expect(flagged.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    [...HIDDEN, ...HIDDEN_ADVISOR].map((id) => `${id} inconclusive`),
  )
  for (const { needs } of result.requirements) expect(needs).toContain('SANDBOX_READ_DONATION')
})

test('what the suite sent beside, and comes back, is not taken for what is linked', async () => {
  const mock = await mockThatDiffers({ faults: [], variants: ['record-minimal', 'unknown-fields-stored'] })
  const { flagged } = await run(mock, {}, ['UPDATE-4', 'ADVISOR-1'])
  expect(flagged).toEqual([])
})

test('what is undecided there keeps nothing else from being decided', async () => {
  const { flagged } = await run(await mockWith(), {}, ['UPDATE-8', 'UPDATE-15'])
  expect(flagged).toEqual([])
})

test('with a URL all of it is decided, and the header is nowhere in the result', async () => {
  const mock = await mockWith()
  const { flagged, result } = await run(mock, byUrl(mock), [...HIDDEN, ...HIDDEN_ADVISOR, ...KEPT])
  expect(flagged).toEqual([])
  expect(result.notes ?? []).not.toContainEqual(expect.stringContaining('contradict'))
  expect(JSON.stringify(result)).not.toContain(mock.inspectorKey)
})

test.each(['update-5-put-clears-memo', 'update-5-put-clears-source'])(
  'what no answer shows is compared between the methods there: %s',
  async (fault) => {
    const mock = await mockWith(fault)
    const { flagged } = await run(mock, byUrl(mock), ['UPDATE-5'])
    expect(flagged.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['UPDATE-5 fail'])
  },
)

test('with a command too, where the id of the advisor stands beside it', async () => {
  const mock = await mockWith()
  const directory = await mkdtemp(join(tmpdir(), 'reading-'))
  closing.push(() => rm(directory, { recursive: true }))
  const script = join(directory, 'show.mjs')
  await writeFile(
    script,
    `const headers = { authorization: 'Bearer ${mock.inspectorKey}' }
     const answer = await fetch('${mock.urls.inspector}/donations/' + process.env.DONATION_ID, { headers })
     const { advisor, ...donation } = await answer.json()
     const { id = null, ...fields } = advisor ?? {}
     console.log(JSON.stringify({ data: { ...donation, advisor: advisor && fields, advisor_id: id } }))`,
  )
  const keys = { SANDBOX_READ_DONATION: `command: "${process.execPath}" ${script}` }
  const { flagged } = await run(mock, keys, ['ADVISOR-7'])
  expect(flagged).toEqual([])
})

test.each([
  ['pledged-3-put-clears-identifier', 'PLEDGED-3'],
  ['designation-1-not-stored', 'DESIGNATION-1'],
  ['designation-6-shown-cleared-but-kept', 'DESIGNATION-6'],
  ['designation-7-cleared-by-wrong-designation', 'DESIGNATION-7'],
  ['bearer-6-foreign-memo-stored', 'BEARER-6'],
])('%s is caught by what is read', async (fault, requirement) => {
  const mock = await mockWith(fault)
  const { flagged } = await run(mock, byUrl(mock), [requirement])
  expect(flagged).toEqual([expect.objectContaining({ id: requirement, verdict: 'fail' })])
})

/** How often what is there is noted for a reading that lags behind. */
const SAMPLE_MS = 25

/** An endpoint that shows what the inspector does, each time this much later, with further changes, unless it fails. */
async function endpoint(
  mock: MockService,
  show: (donation: Record<string, unknown>) => unknown,
  { lagMs = 0, fails = (_url = ''): boolean => false } = {},
) {
  const states = new Map<string, { at: number; text: string }[]>()
  const look = async (path: string) => {
    const answer = await fetch(`${mock.urls.inspector}/donations${path}`, {
      headers: { authorization: `Bearer ${mock.inspectorKey}` },
    })
    const text = await answer.text()
    const seen = states.get(path) ?? [{ at: Number.NEGATIVE_INFINITY, text }]
    states.set(path, [...seen, { at: performance.now(), text }])
    const old = seen.findLast(({ at }) => at < performance.now() - lagMs) ?? seen[0]
    return lagMs > 0 ? (old?.text ?? text) : text
  }
  const server = createServer((request, response) => {
    if (fails(request.url)) return void response.writeHead(500).end()
    void look(request.url ?? '').then((text) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(show(JSON.parse(text))))
    })
  })
  if (lagMs > 0) {
    // What was there is known whether somebody asked or not.
    const { SANDBOX_PLEDGED_DONATION_IDS: one = '', SANDBOX_NON_PLEDGED_DONATION_IDS: other = '' } =
      mock.environment
    const paths = `${one},${other}`.split(',').map((id) => `/${id}`)
    let isOver = false
    const looking = (async () => {
      while (!isOver) {
        for (const path of paths) await look(path)
        await sleep(SAMPLE_MS)
      }
    })()
    closing.push(() => {
      isOver = true
      return looking.catch(() => {})
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { SANDBOX_READ_DONATION: `http://127.0.0.1:${port}/{id}` }
}

test.each([
  { lagMs: 100, ids: ['DESIGNATION-1', 'ADVISOR-3'] },
  { lagMs: 300, ids: ['BEARER-6', 'ADVISOR-8', 'DESIGNATION-7'] },
  { lagMs: 700, ids: ['ADVISOR-7', 'UPDATE-15', 'UPDATE-16'] },
])(
  'a reading that lags $lagMs ms behind accuses nobody of $ids',
  async ({ lagMs, ids }) => {
    const mock = await mockWith()
    const keys = await endpoint(mock, (donation) => donation, { lagMs })
    expect((await run(mock, keys, ids)).flagged).toEqual([])
  },
  60_000,
)

test('a place that fails every third time shows all the same', async () => {
  const mock = await mockWith()
  const asked = new Map<string, number>()
  const fails = (url = '') => {
    asked.set(url, (asked.get(url) ?? 0) + 1)
    return (asked.get(url) ?? 0) % 3 === 0
  }
  const keys = await endpoint(mock, (donation) => donation, { fails })
  expect((await run(mock, keys, HIDDEN)).flagged).toEqual([])
  expect(Math.max(...asked.values())).toBeGreaterThan(3)
})

/** The members of an object and of those in it, in an order of this turn. */
function mixed(value: unknown, turn: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  const place = (key: string) => createHash('sha1').update(`${turn} ${key}`).digest('hex')
  const keys = Object.entries(value).toSorted(([one], [other]) => (place(one) < place(other) ? -1 : 1))
  return Object.fromEntries(keys.map(([key, member]) => [key, mixed(member, turn)]))
}

test('members that come in another order each time are no change', async () => {
  const mock = await mockWith()
  let turn = 0
  const keys = await endpoint(mock, ({ advisor, ...donation }) => {
    const nothing = Object.fromEntries(ADVISOR_FIELDS.map((field) => [field, null]))
    const whole = typeof advisor === 'object' && advisor !== null ? { ...nothing, ...advisor } : null
    return mixed({ ...donation, advisor: whole }, turn++)
  })
  const only = ['BEARER-5', 'BEARER-6', 'UPDATE-7', 'UPDATE-13', 'UPDATE-15', 'UPDATE-16', 'PLEDGED-3']
  expect((await run(mock, keys, [...only, ...HIDDEN_ADVISOR])).flagged).toEqual([])
})

test('what a place counts of its own in an advisor is no change', async () => {
  const mock = await mockWith()
  let looks = 0
  const keys = await endpoint(mock, ({ advisor, ...donation }) => ({
    ...donation,
    advisor: typeof advisor === 'object' && advisor !== null ? { ...advisor, looks: looks++ } : null,
  }))
  const { flagged } = await run(mock, keys, ['BEARER-5', 'BEARER-6', 'DESIGNATION-7', ...HIDDEN_ADVISOR])
  expect(flagged).toEqual([])
})

test('the id of an advisor is enough', async () => {
  const mock = await mockWith()
  const keys = await endpoint(mock, ({ advisor }) => ({
    advisor_id: advisor && typeof advisor === 'object' && 'id' in advisor ? advisor.id : null,
  }))
  expect((await run(mock, keys, HIDDEN_ADVISOR)).flagged).toEqual([])
})

test('values in another form are the same: digits as text, capitals, null for nothing', async () => {
  const mock = await mockWith()
  const keys = await endpoint(mock, (donation) => ({
    data: {
      quantity: `${donation.quantity}.00`,
      donor_country: String(donation.donor_country).toUpperCase(),
      memo: donation.memo || null,
    },
  }))
  expect((await run(mock, keys, ['PLEDGED-1', 'UPDATE-8', 'UPDATE-9'])).flagged).toEqual([])
})

let plain: MockService
beforeAll(async () => {
  plain = await startMockService()
  return () => plain.close()
})

test.each([
  ['a command that fails', 'command: echo no such table >&2; exit 3', /it ended with 3: no such table/],
  ['a command that prints no JSON', 'command: echo hello', /it prints no JSON/],
  ['a command that prints something else', 'command: echo {}', /it shows none of status, designation_id/],
  ['a command that prints without end', 'command: yes', /it printed more than \d+ bytes/],
  ['a URL that does not answer', 'http://127.0.0.1:9/{id}', /it gives no answer/],
])('%s leaves what hangs on it undecided, with the reason', async (_, reading, why) => {
  const { flagged } = await run(plain, { SANDBOX_READ_DONATION: reading }, ['PLEDGED-3', 'ADVISOR-7'])
  expect(flagged).toEqual([
    { id: 'PLEDGED-3', verdict: 'inconclusive', reason: expect.stringMatching(why) },
    { id: 'ADVISOR-7', verdict: 'inconclusive', reason: expect.stringMatching(why) },
  ])
})
