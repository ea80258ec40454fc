import { z } from 'zod'
import type { Store } from './store.ts'

/** RFC 6749 appendix A.1 and A.2: what client ids and secrets are made of. */
const visible = z.string().regex(/^[\x20-\x7e]+$/, 'must be of printable ASCII characters')

const redirectUri = z
  .url({ protocol: /^https$/, error: 'must be an https URL, as the contract demands' })
  .refine(
    (uri) => !uri.includes('#'),
    'must have no fragment', // RFC 6749 §3.1.2
  )

const clientSchema: z.ZodType<ClientSetup> = z.strictObject({
  id: visible,
  secret: visible,
  redirectUris: z.array(redirectUri).min(1, 'must have one at least'),
  name: z.string().min(1).exactOptional(),
})

/** A partner application of the sandbox, besides those that every mock has. */
export interface ClientSetup {
  readonly id: string
  readonly secret: string
  /** With https (contract, Authentication 7). */
  readonly redirectUris: readonly string[]
  /** Shown on the approval page. Default: the id. */
  readonly name?: string
}

/**
 * Stores partner applications.
 * @throws Error in one line where one is not as it must be, or an id is there twice
 */
export function addClients(store: Store, clients: readonly ClientSetup[]): void {
  for (const client of clients) {
    const { id, name = id, ...rest } = checked(client)
    if (store.clients.has(id)) throw new Error(`client ${JSON.stringify(id)} is given twice`)
    store.clients.set(id, { id, name, ...rest })
  }
}

/**
 * Reads partner applications from a command line. One that is given again has another redirect URI.
 * @param texts each `ID:SECRET:REDIRECT_URI`
 * @throws Error in one line where one is not like that
 */
export function readClients(texts: readonly string[]): ClientSetup[] {
  const clients = new Map<string, ClientSetup>()
  for (const text of texts) {
    const [, id, secret, uri] = /^([^:]+):([^:]+):(.+)$/s.exec(text) ?? []
    if (id === undefined || secret === undefined || uri === undefined)
      throw new Error(
        'a client is ID:SECRET:REDIRECT_URI, such as my-app:s3cret:https://app.example/callback',
      )
    const known = clients.get(id)
    if (known && known.secret !== secret) throw new Error(`client ${JSON.stringify(id)} has two secrets`)
    clients.set(id, checked({ id, secret, redirectUris: [...(known?.redirectUris ?? []), uri] }))
  }
  return [...clients.values()]
}

function checked(client: ClientSetup): ClientSetup {
  const { data, error } = clientSchema.safeParse(client)
  if (data) return data
  const [issue] = error.issues
  throw new Error(`client ${JSON.stringify(client.id)}: ${issue?.path.join('.')} ${issue?.message}`)
}
