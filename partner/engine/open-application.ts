import { freePort } from '../application/free-port.ts'
import { type Application, ApplicationError, accepts, startApplication } from '../application/start.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { PORT_PLACE } from '../environment/schema.ts'
import type { Registration } from '../service/service.ts'

/**
 * Starts the application with the values of one environment, or finds it running.
 * @throws ApplicationError where it is not there
 */
export async function openApplication(
  { start, appUrl }: PartnerConfig,
  registration: Registration,
  signal: AbortSignal,
): Promise<Application> {
  if (start === undefined) return running(appUrl, registration)
  const url = await freeUrl(appUrl)
  return startApplication({ command: start, url, environment: environmentOf(url, registration), signal })
}

/** Tries on a machine where others start applications, too. */
const TRIES = 5

/** By when it is taken, another examination may have been given the same port, and its application listen there. */
async function freeUrl(appUrl: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const url = appUrl.replace(PORT_PLACE, String(await freePort()))
    if (url === appUrl || tries === TRIES || !(await accepts(url))) return url
  }
}

async function running(url: string, { environment }: Registration): Promise<Application> {
  if (environment === 'production')
    throw new ApplicationError('without PARTNER_START nobody can start the application for production', [
      'PARTNER_START',
    ])
  if (!(await accepts(url)))
    throw new ApplicationError(`nothing listens at ${url}, and PARTNER_START is not set`, ['PARTNER_START'])
  return { url, ended: undefined, keptMs: () => 0, stop: async () => undefined }
}

function environmentOf(url: string, registration: Registration): Record<string, string> {
  return {
    PORT: new URL(url).port,
    DONATION_ENVIRONMENT: registration.environment,
    DONATION_AUTH_URL: registration.authUrl,
    DONATION_API_URL: registration.apiUrl,
    DONATION_CLIENT_ID: registration.clientId,
    DONATION_CLIENT_SECRET: registration.clientSecret,
    DONATION_REDIRECT_URI: registration.redirectUri,
    DONATION_SCOPE: registration.scope,
  }
}
