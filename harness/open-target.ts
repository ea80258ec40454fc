import { type MockOptions, startMock } from '../mock/server.ts'
import type { TargetConfig } from '../target/config.ts'
import { readEnvironment } from '../target/environment.ts'

/** A target that is there to be tested, and how to be done with it. */
export interface OpenTarget {
  readonly target: TargetConfig
  close(): Promise<void>
}

/** Starts the embedded mock; what it tells of itself is read as any environment is, and the inspector on top. */
export async function openMock(options: MockOptions = {}): Promise<OpenTarget> {
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
  return { target: readEnvironment(sources), close: async () => {} }
}
