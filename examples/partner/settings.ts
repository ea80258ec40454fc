import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''))
const filled = z.string().min(1)

const schema = z
  .object({
    PORT: z.coerce.number().int().min(1).max(65_535),
    DONATION_ENVIRONMENT: z.enum(['sandbox', 'production']),
    DONATION_AUTH_URL: url,
    DONATION_API_URL: url,
    DONATION_CLIENT_ID: filled,
    DONATION_CLIENT_SECRET: filled,
    DONATION_REDIRECT_URI: z.url({ protocol: /^https$/ }),
    DONATION_SCOPE: filled,
  })
  .transform((env) => ({
    port: env.PORT,
    environment: env.DONATION_ENVIRONMENT,
    authUrl: env.DONATION_AUTH_URL,
    apiUrl: env.DONATION_API_URL,
    clientId: env.DONATION_CLIENT_ID,
    clientSecret: env.DONATION_CLIENT_SECRET,
    redirectUri: env.DONATION_REDIRECT_URI,
    scope: env.DONATION_SCOPE,
  }))

/** Where the service is and who this application is to it. Each environment has its own of everything. */
export type Settings = Readonly<z.output<typeof schema>>

/**
 * Reads the settings from environment variables: a secret is in no file of the application.
 * @throws Error whose message names each variable that is missing or malformed, and shows no value
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { data, error } = schema.safeParse(env)
  if (data) return data
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
