import { existsSync } from 'node:fs'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'

/** Keys that nobody sets for another purpose. */
const TELLING_KEYS = ['SANDBOX_AUTH_URL', 'SANDBOX_API_URL', 'SANDBOX_CLIENT_ID', 'SANDBOX_CLIENT_SECRET']

/**
 * What a run against the embedded mock says where a sandbox is configured, which somebody may have meant to test;
 * undefined where none is. Looks for the default env file in the working directory.
 */
export function unusedSandbox(processEnv: NodeJS.ProcessEnv): string | undefined {
  const hasFile = existsSync(DEFAULT_ENV_FILE)
  const hasKeys = TELLING_KEYS.some((key) => processEnv[key])
  if (!hasFile && !hasKeys) return undefined
  const keys = 'the SANDBOX_ keys of the process'
  const what = hasFile ? (hasKeys ? `${DEFAULT_ENV_FILE} and ${keys}` : DEFAULT_ENV_FILE) : keys
  const option = hasFile ? `--env ${DEFAULT_ENV_FILE}` : '--target sandbox'
  return `${what} ${hasKeys ? 'were' : 'was'} not used: ${option} tests the sandbox`
}
