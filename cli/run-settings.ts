import { DEFAULT_ENV_FILE, type TargetConfig } from '../client/environment/config.ts'
import { DEFAULT_RUNS, newSeed } from '../harness/model/defaults.ts'
import type { RunSettings } from '../harness/model/settings.ts'
import { type OpenTarget, openMock, openSandbox } from '../harness/session/open-target.ts'
import { envFileOf, isOutThere, type RunOptions } from './options.ts'
import { requirementsByShard } from './shard.ts'
import { UsageError } from './usage.ts'
import { usesDonations } from './uses-donations.ts'

/**
 * Opens what the options say is to be tested.
 * @param processEnv the environment of the process, with what a hook has set
 * @throws UsageError where options contradict one another; EnvironmentError as the sandbox's file is read
 */
export async function openTarget(options: RunOptions, processEnv: NodeJS.ProcessEnv): Promise<OpenTarget> {
  const { target, env, latency, shard, seed } = options
  if (shard && seed === undefined)
    throw new UsageError('--shard takes --seed, the same for all shards: else their records cannot be joined')
  if (target === 'mock' && env !== undefined)
    throw new UsageError('--env names a sandbox: leave it out to test the embedded mock')
  if (isOutThere(options)) {
    if (latency) throw new UsageError('--latency is for the embedded mock: a sandbox has its own')
    return openSandbox(envFileOf(options.env), processEnv, {
      usesDonations: usesDonations(selectionOf(options)),
      ...(shard ? { shard } : {}),
    })
  }
  return openMock({ latencyMs: latency })
}

/** The ids that the run is confined to; undefined where it is of all. */
export function selectionOf({ replay, only }: RunOptions): readonly string[] | undefined {
  return replay ? [replay.test.split('/')[0] ?? ''] : only
}

/** What the options ask of a run against this target. */
export function settingsOf(options: RunOptions, opened: OpenTarget): RunSettings {
  const { envFile } = opened
  const { replay, strict } = options
  return {
    target: withOptions(opened, options),
    ...(envFile === undefined ? {} : { envFile }),
    seed: replay?.seed ?? options.seed ?? newSeed(),
    runs: options.runs ?? DEFAULT_RUNS[opened.target.kind],
    // Whoever sends one case again asks whether it is still broken.
    strict: strict || replay !== undefined,
    shrinkSeconds: options.shrinkSeconds,
    rateLimits: {
      ...(options.rps ? { rps: options.rps } : {}),
      ...(options.concurrency ? { concurrency: options.concurrency } : {}),
      ...(options.burst ? {} : { burst: false }),
    },
    ...(options.maxLogins ? { maxLogins: options.maxLogins } : {}),
    redactPersonalData: options.redactPersonalData,
    deepAdvice: options.advice === 'deep',
    ...partOf(options),
    ...(replay ? { replay } : {}),
  }
}

/** The requirements that are tested, and of which part of a divided run they are. */
function partOf(options: RunOptions): Pick<RunSettings, 'only' | 'shard'> {
  const { shard } = options
  const only = selectionOf(options)
  const selected = only ? { only } : {}
  if (!shard) return selected
  const own = requirementsByShard(shard.of, only)[shard.index - 1] ?? []
  return { only: own, shard: { ...shard, ...selected } }
}

/** The target as a sandbox is tested: where webhooks are waited for, and what is left for the next run. */
function withOptions(
  { target, beside = DEFAULT_ENV_FILE }: OpenTarget,
  { listen, leaveBehind }: RunOptions,
): TargetConfig {
  if (target.kind !== 'sandbox') return target
  return {
    ...target,
    laterFile: `${beside}.later`,
    leavesBehind: leaveBehind ?? target.tokenStore !== undefined,
    ...(listen === undefined ? {} : { webhookHost: listen }),
  }
}
