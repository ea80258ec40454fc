/**
 * Measures a run against the embedded mock, and as many requests sent by a bare undici loop to the same mock, in one
 * process and one after the other, so that their ratio holds on a busy machine too. A run before them records what the
 * loop sends (to the service and to its inspector), and warms up both. Then the run at several added latencies.
 */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { Agent, request } from 'undici'
import type { TargetConfig } from '../client/environment/config.ts'
import { runSuites } from '../harness/engine/run.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import type { Policies } from '../mock/policies/index.ts'
import { contractPolicies } from '../mock/policies/index.ts'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

const CONCURRENCY = 64
const ROUNDS = 3
const LATENCIES_MS = [0, 20, 60]

/** The correct service, which remembers what it was sent for as long as it is told to. */
function recording(sent: Sent[], isOn: () => boolean): Policies {
  const { around } = contractPolicies.transport
  return {
    ...contractPolicies,
    transport: {
      ...contractPolicies.transport,
      async around(incoming, next, host) {
        if (!isOn()) return around(incoming, next, host)
        const body = new Uint8Array(await incoming.clone().arrayBuffer())
        sent.push({
          method: incoming.method,
          url: incoming.url,
          headers: Object.fromEntries(incoming.headers),
          body,
        })
        return around(incoming, next, host)
      },
    },
  }
}

/** What the run asks of the inspector, all by GET: no policy of the service stands around that. */
function recordInspector(sent: Sent[], { inspector }: TargetConfig, isOn: () => boolean): void {
  subscribe('http.server.request.start', (message) => {
    if (!isOn() || typeof message !== 'object' || message === null || !('request' in message)) return
    const { request: incoming } = message
    if (!(incoming instanceof IncomingMessage) || incoming.method !== 'GET') return
    const { host = '', authorization = '' } = incoming.headers
    const url = `http://${host}${incoming.url}`
    if (inspector && url.startsWith(inspector.url))
      sent.push({ method: 'GET', url, headers: { authorization }, body: new Uint8Array() })
  })
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

async function bareLoop(sent: readonly Sent[]): Promise<void> {
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const queue = sent.values()
  const lane = async () => {
    for (const { method, url, headers, body } of queue) {
      const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers
      const answer = await request(url, {
        method: method as 'GET',
        headers: others,
        body: body.byteLength > 0 ? body : null,
        dispatcher,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  await dispatcher.close()
}

function suite(target: TargetConfig): Promise<RunResult> {
  return runSuites({ target, seed: 1, runs: DEFAULT_RUNS.mock, strict: false })
}

/** The longest time from the first to the last request of one requirement: tests cannot end before it. */
function longestChain({ exchanges }: RunResult): number {
  const spans = new Map<string, [number, number]>()
  for (const { requirement, startedAt, durationMs } of exchanges) {
    const [from, to] = spans.get(requirement ?? '') ?? [startedAt, startedAt]
    spans.set(requirement ?? '', [Math.min(from, startedAt), Math.max(to, startedAt + durationMs)])
  }
  return Math.max(...[...spans.values()].map(([from, to]) => to - from))
}

interface Round {
  readonly runMs: number
  readonly bareMs: number
  readonly requests: number
}

/** Several, one after the other: what else a machine does falls on a run or on a loop by chance. */
async function rounds(target: TargetConfig, sent: readonly Sent[]): Promise<readonly Round[]> {
  const done: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { ms: runMs, value } = await timed(() => suite(target))
    const { ms: bareMs } = await timed(() => bareLoop(sent))
    done.push({ runMs, bareMs, requests: value.run.requests })
  }
  return done
}

const seconds = (ms: number) => (ms / 1000).toFixed(2)
const perSecond = (count: number, ms: number) => Math.round(count / (ms / 1000))
const print = (line: string) => process.stdout.write(`${line}\n`)

const sent: Sent[] = []
let isRecording = true
const opened = await openMock({ policies: recording(sent, () => isRecording) })
recordInspector(sent, opened.target, () => isRecording)
await suite(opened.target)
isRecording = false
const { inspector } = opened.target
const inspected = sent.filter(({ url }) => inspector && url.startsWith(inspector.url)).length
print(`a run sends ${sent.length} requests, ${inspected} of them to the inspector`)
for (const { runMs, bareMs, requests } of await rounds(opened.target, sent)) {
  print(`run        ${seconds(runMs)} s, ${perSecond(requests + inspected, runMs)} a second`)
  print(`bare loop  ${seconds(bareMs)} s, ${perSecond(sent.length, bareMs)} a second`)
  print(`ratio      ${(runMs / bareMs).toFixed(2)}`)
}
await opened.close()
print(`memory     ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`)
for (const latencyMs of LATENCIES_MS) {
  const slow = await openMock({ latencyMs })
  const { ms, value } = await timed(() => suite(slow.target))
  const longest = seconds(longestChain(value))
  print(
    `at ${String(latencyMs).padStart(2)} ms   ${seconds(ms)} s, the longest requirement took ${longest} s`,
  )
  await slow.close()
}
