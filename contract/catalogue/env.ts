import type { Requirement } from '../requirement.ts'

/** The ENV requirements: sandbox and production share no credentials, tokens or webhooks. */
export const env = [
  {
    id: 'ENV-1',
    level: 'MUST',
    title:
      'The production token endpoint gives no token to a client that identifies itself with its sandbox id and secret',
    source: 'Environments; RFC 6749 §2.3.1',
    needs: ['production-auth'],
  },
  {
    id: 'ENV-2',
    level: 'MUST',
    title: 'The production API refuses an access token that the sandbox issued',
    source: 'Environments; What the service does; RFC 6750 §3.1',
    needs: ['login', 'production-api'],
  },
  {
    id: 'ENV-3',
    level: 'MUST',
    title:
      'What happens to a donation is announced only to the webhook destination registered for the environment that the donation lives in',
    source: 'Environments; Events',
    needs: ['login', 'donation', 'webhook-listener'],
  },
] as const satisfies readonly Requirement[]
