import { DEFAULT_ENV_FILE, type TargetConfig } from '../../client/environment/config.ts'
import { EnvironmentError, readEnvironment } from '../../client/environment/read-environment.ts'
import { takeLock } from '../../client/oauth/lock.ts'
import type { MockOptions } from '../../mock/server.ts'

/** A target that is there to be tested, and how to be done with it. */
export interface OpenTarget {
  readonly target: TargetConfig
  /** The env file that it came from; absent where there was none. */
  readonly envFile?: string
  close(): Promise<void>
}

/** Starts the embedded mock; what it tells of itself is read as any environment is, and the inspector on top. */
export async function openMock(options: MockOptions = {}): Promise<OpenTarget> {
  // Loaded for a run against the mock alone.
  const { startMock } = await import('../../mock/server.ts')
  const mock = await startMock(options)
  const target: TargetConfig = {
    ...readEnvironment({ processEnv: mock.environment }),
    kind: 'mock',
    inspector: { url: mock.urls.inspector, key: mock.inspectorKey },
  }
  return { target, close: () => mock.close() }
}

/**
 * The target that an env file, if there is one, and the process's environment describe.
 * @throws EnvironmentError where they are not complete and valid.
 */
export function openSandbox(file: string | undefined, processEnv: NodeJS.ProcessEnv): OpenTarget {
  const sources = file === undefined ? { processEnv } : { file, processEnv }
  const target = readEnvironment(sources)
  const from = file === undefined ? {} : { envFile: file }
  if (!target.refreshToken) return { target, ...from, close: async () => {} }
  const tokenStore = `${file ?? DEFAULT_ENV_FILE}.tokens`
  const release = lock(`${tokenStore}.lock`)
  return { target: { ...target, tokenStore }, ...from, close: async () => release() }
}

/** Two runs that refresh the same token end each other's. */
function lock(file: string): () => void {
  try {
    return takeLock(file, 'SANDBOX_REFRESH_TOKEN')
  } catch (error) {
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
}
