import { NotApplicableError } from '../../contract/verdict.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import { type Call, parameterOf } from '../service/call.ts'
import type { PartnerService, Registration } from '../service/service.ts'
import type { Examination } from '../session/examination.ts'

/** What of an environment a call uses: its host, its client or its redirect URI; undefined where nothing. */
export function usedOf(
  name: EnvironmentName,
  { clientId, clientSecret, redirectUri }: Pick<Registration, 'clientId' | 'clientSecret' | 'redirectUri'>,
  call: Call,
): string | undefined {
  const used = {
    [`a host of ${name}`]: call.environment === name,
    [`the client of ${name}`]: parameterOf(call, 'client_id') === clientId,
    [`the client secret of ${name}`]: parameterOf(call, 'client_secret') === clientSecret,
    [`the client of ${name} in the header`]: basicOf(call).some((text) => text.startsWith(`${clientId}:`)),
    [`the client secret of ${name} in the header`]: basicOf(call).some((text) =>
      text.endsWith(`:${clientSecret}`),
    ),
    [`the redirect URI of ${name}`]: parameterOf(call, 'redirect_uri') === redirectUri,
  }
  return Object.keys(used).find((what) => used[what])
}

/**
 * What a request in production is judged by: what it takes from the sandbox is for PARTNER-17 to judge, and is no other
 * breach beside that.
 * @param given the value of a parameter of the request
 */
export function leavingSandboxOut(
  { sandbox, production }: PartnerService['registrations'],
  given: (name: string) => string | null | undefined,
): Registration {
  return {
    ...production,
    ...(given('client_id') === sandbox.clientId && { clientId: sandbox.clientId }),
    ...(given('client_secret') === sandbox.clientSecret && { clientSecret: sandbox.clientSecret }),
    ...(given('redirect_uri') === sandbox.redirectUri && { redirectUri: sandbox.redirectUri }),
  }
}

/** What the application sent production for customers who are known, since it was started for it. */
export function callsInProduction(
  { service, callsBefore }: Pick<Examination, 'service' | 'callsBefore'>,
  isWanted: (call: Call) => boolean,
): readonly Call[] {
  const calls = service.calls
    .slice(callsBefore)
    .filter(
      (call) => call.environment === 'production' && call.account && !call.isByBrowser && isWanted(call),
    )
  if (calls.length === 0) throw new NotApplicableError('nothing of it was sent in production')
  return calls
}

/** All tokens that an environment gave out. */
export function tokensGivenBy(
  name: EnvironmentName,
  { accounts }: Pick<PartnerService, 'accounts'>,
): ReadonlySet<string> {
  const own = [...accounts.values()].filter(({ environment }) => environment === name)
  return new Set(
    own.flatMap(({ accessTokens, refreshTokens }) =>
      [...accessTokens, ...refreshTokens].map(({ token }) => token.value),
    ),
  )
}

/**
 * What the header `Authorization: Basic` holds, as it stands and without the escapes of a form (RFC 6749, 2.3.1), which
 * many programs leave out; nothing where there is none.
 */
function basicOf({ headers }: Call): readonly string[] {
  const [, credentials] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (credentials === undefined) return []
  const text = Buffer.from(credentials, 'base64').toString()
  return [text, new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '']
}
