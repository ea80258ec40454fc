/**
 * Measures a run against its two limits. On the machine: as many requests sent by a bare undici loop to the same mock,
 * in one process and one after the other, so that their ratio holds on a busy machine too; a run before them records
 * what the loop sends (to the service and to its inspector), and warms up both. On the network: what `run.limits` of
 * the record is made of, at several latencies, requests at a time and numbers of donations.
 *
 * `--latency 0,20`, `--concurrency 8` and `--donations one` confine it to some of these. `--requests` measures nothing: it
 * lists what a run sends.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { TargetConfig } from '../client/environment/config.ts'
import { runSuites } from '../harness/engine/run.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import { bareLoop, recordInspector, recording, type Sent } from './bare-loop.ts'
import { DONATIONS, measure } from './network.ts'
import { requestLines } from './requests.ts'

const ROUNDS = 3

const list = z.string().transform((text) => text.split(','))
const optionsSchema = z.object({
  latency: list.pipe(z.array(z.coerce.number<string>().nonnegative())),
  concurrency: list.pipe(z.array(z.coerce.number<string>().int().positive())),
  donations: list.pipe(z.array(z.enum(DONATIONS))),
  requests: z.boolean(),
})

type Options = z.infer<typeof optionsSchema>

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

function suite(target: TargetConfig): Promise<RunResult> {
  return runSuites({ target, seed: 1, runs: DEFAULT_RUNS.mock, strict: false })
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

/** The run against the bare loop. @returns the shortest that the loop took for one request, in milliseconds. */
async function onTheMachine(): Promise<number> {
  const sent: Sent[] = []
  let isRecording = true
  const opened = await openMock({ policies: recording(sent, () => isRecording) })
  recordInspector(sent, opened.target, () => isRecording)
  await suite(opened.target)
  isRecording = false
  const { inspector } = opened.target
  const inspected = sent.filter(({ url }) => inspector && url.startsWith(inspector.url)).length
  print(`a run sends ${sent.length} requests, ${inspected} of them to the inspector`)
  const measured = await rounds(opened.target, sent)
  for (const { runMs, bareMs, requests } of measured) {
    print(`run        ${seconds(runMs)} s, ${perSecond(requests + inspected, runMs)} a second`)
    print(`bare loop  ${seconds(bareMs)} s, ${perSecond(sent.length, bareMs)} a second`)
    print(`ratio      ${(runMs / bareMs).toFixed(2)}`)
  }
  await opened.close()
  print(`memory     ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`)
  return Math.min(...measured.map(({ bareMs }) => bareMs)) / sent.length
}

/** What one run of the embedded mock sends. */
async function listRequests(): Promise<void> {
  const opened = await openMock()
  try {
    for (const line of requestLines(await suite(opened.target))) print(line)
  } finally {
    await opened.close()
  }
}

async function measureAll({ latency, concurrency, donations }: Omit<Options, 'requests'>): Promise<void> {
  // At no latency the machine is the limit.
  const bareMs = latency.includes(0) ? await onTheMachine() : 0
  for (const latencyMs of latency)
    for (const many of concurrency)
      for (const lent of donations)
        print(await measure({ latencyMs, concurrency: many, donations: lent }, bareMs))
}

/** What is to be measured. @throws where an option is unknown, or its value none that is known. */
function optionsOf() {
  const { values } = parseArgs({
    options: {
      latency: { type: 'string', default: '0,20,60,200' },
      concurrency: { type: 'string', default: '64,8,2' },
      donations: { type: 'string', default: DONATIONS.join() },
      requests: { type: 'boolean', default: false },
    },
  })
  const { data, error } = optionsSchema.safeParse(values)
  if (data) return data
  throw new Error(error.issues.map(({ path: [name], message }) => `--${String(name)}: ${message}`).join('; '))
}

function usage(error: unknown): never {
  print(`bench: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}

let options: Options
try {
  options = optionsOf()
} catch (error) {
  usage(error)
}
if (options.requests) await listRequests()
else await measureAll(options)
