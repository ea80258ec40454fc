import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { EnvironmentError, readEnvironment } from '../../../client/environment/read-environment.ts'

/** The keys that every sandbox needs. */
export const required = {
  SANDBOX_AUTH_URL: 'https://auth.sandbox.example.org',
  SANDBOX_API_URL: 'https://api.sandbox.example.org/',
  SANDBOX_CLIENT_ID: 'the-client',
  SANDBOX_CLIENT_SECRET: 'the-secret',
  SANDBOX_REDIRECT_URI: 'https://partner.example.org/callback',
  SANDBOX_SCOPE: 'donations:write',
  SANDBOX_USERNAME: 'ada',
  SANDBOX_PASSWORD: 'the-password',
}

/** What is said of these values of the process's environment, besides those that are required. */
export function problems(values: Record<string, string>): string {
  return messageOf(() => readEnvironment({ processEnv: { ...required, ...values } }))
}

/** What reading says against an environment; empty where it says nothing. */
export function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  return ''
}

/** An env file, or what else a key names, until the test is over. */
export function fileWith(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, '.env.sandbox')
  writeFileSync(file, content)
  return file
}
