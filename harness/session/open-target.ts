import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DonationFile } from '../../client/donations/donation-file.ts'
import { DEFAULT_ENV_FILE, type TargetConfig } from '../../client/environment/config.ts'
import { EnvironmentError, readEnvironment } from '../../client/environment/read-environment.ts'
import { LockedError, takeLock } from '../../client/oauth/lock.ts'
import type { MockOptions } from '../../mock/server.ts'
import type { Shard } from '../model/shard.ts'
import { targetOfShard } from './shard-target.ts'

/** A target that is there to be tested, and how to be done with it. */
export interface OpenTarget {
  readonly target: TargetConfig
  /** The env file that it came from; absent where there was none. */
  readonly envFile?: string
  /** What the names of the files begin with that this run keeps; none where it keeps none. */
  readonly beside?: string
  close(): Promise<void>
}

/** Starts the embedded mock; what it tells of itself is read as any environment is, and the inspector on top. */
export async function openMock(options: MockOptions = {}): Promise<OpenTarget> {
  // Loaded for a run against the mock alone.
  const { startMockService } = await import('../../mock/server.ts')
  const mock = await startMockService(options)
  const target: TargetConfig = {
    ...readEnvironment({ processEnv: mock.environment }),
    kind: 'mock',
    inspector: { url: mock.urls.inspector, key: mock.inspectorKey },
  }
  return { target, close: () => mock.close() }
}

/**
 * The target that an env file, if there is one, and the process's environment describe. Until it is closed, no other
 * run on this machine gets the same refresh token or the same donations.
 * @param options.usesDonations whether donations will be changed; true where it is left out.
 * @param options.shard the part of the target that is used; all where it is left out.
 * @throws EnvironmentError where they are not complete and valid, or where another run is using them.
 */
export function openSandbox(
  file: string | undefined,
  processEnv: NodeJS.ProcessEnv,
  { usesDonations = true, shard }: { readonly usesDonations?: boolean; readonly shard?: Shard } = {},
): OpenTarget {
  const sources = file === undefined ? { processEnv } : { file, processEnv }
  const whole = readEnvironment(sources)
  const read = shard ? targetOfShard(whole, shard, { usesDonations }) : whole
  // Shards of one run may share a directory, and no file in it.
  const part = shard ? `.shard-${shard.index}-of-${shard.of}` : ''
  const beside = `${file ?? DEFAULT_ENV_FILE}${part}`
  const target: TargetConfig = {
    ...read,
    donationFile: `${beside}.donations`,
    ...(read.refreshToken ? { tokenStore: `${beside}.tokens` } : {}),
  }
  const locks: (() => void)[] = []
  const close = async () => {
    for (const release of locks) release()
  }
  try {
    if (target.tokenStore) locks.push(takeLock(`${target.tokenStore}.lock`, 'SANDBOX_REFRESH_TOKEN'))
    const { pledgedDonationIds, nonPledgedDonationIds } = target
    const used = usesDonations ? new Set([...pledgedDonationIds, ...nonPledgedDonationIds]) : []
    for (const id of used) locks.push(lockDonation(target.apiUrl, id))
    DonationFile.of(target)?.kept()
  } catch (error) {
    for (const release of locks) release()
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
  return { target, ...(file === undefined ? {} : { envFile: file }), beside, close }
}

/** What two runs change at once, neither can judge. */
function lockDonation(apiUrl: string, id: string): () => void {
  const name = createHash('sha256')
    .update(JSON.stringify([userInfo().uid, apiUrl, id]))
    .digest('hex')
  try {
    return takeLock(join(tmpdir(), `donation-conformance-${name.slice(0, 32)}.lock`), 'these donations')
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new Error(`another run on this machine uses the same donations: ${error.message}`)
  }
}
