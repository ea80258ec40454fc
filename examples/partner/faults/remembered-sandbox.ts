import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type PolicyChange, replace } from '../policies/replace.ts'

const remembered = z.object({
  authUrl: z.string(),
  apiUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUri: z.string(),
})
type Remembered = z.output<typeof remembered>

/** Where the sandbox is remembered for the production that is started after it, by the same program. */
export const rememberedIn = () =>
  process.env.PARTNER_SAMPLE_FILE ?? join(tmpdir(), `donation-partner-sample-${process.ppid}.json`)

/** What the sandbox was started with; undefined for the sandbox itself, which leaves it behind. */
function sandbox(): Remembered | undefined {
  const { env } = process
  if (env.DONATION_ENVIRONMENT === 'production')
    return remembered.parse(JSON.parse(readFileSync(rememberedIn(), 'utf8')))
  const values = {
    authUrl: env.DONATION_AUTH_URL,
    apiUrl: env.DONATION_API_URL,
    clientId: env.DONATION_CLIENT_ID,
    clientSecret: env.DONATION_CLIENT_SECRET,
    redirectUri: env.DONATION_REDIRECT_URI,
  }
  writeFileSync(rememberedIn(), JSON.stringify(values), { mode: 0o600 })
  return undefined
}

/** Changes the production by what was remembered of the sandbox. */
export function inProduction(change: (sandbox: Remembered) => PolicyChange): PolicyChange {
  return (policies) => {
    const values = sandbox()
    return values ? change(values)(policies) : policies
  }
}

/** Adds to the authorization request, or changes it. */
export const askingWith = (parameters: Readonly<Record<string, string>>) =>
  replace('flows', ({ authorizationParameters }) => ({
    authorizationParameters: (settings, state) => ({
      ...authorizationParameters(settings, state),
      ...parameters,
    }),
  }))
