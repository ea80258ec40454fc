import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { UPDATE_FIELDS, updateDonationRequestSchema } from '../../contract/index.ts'
import { listen } from '../client/login/site.ts'

interface Donation {
  readonly isPledged: boolean
  readonly organization: string
  fields: Record<string, unknown>
}

/** Who a bearer token stands for; undefined where it stands for nobody. */
export type Introspect = (token: string) => Promise<readonly string[] | undefined>

const donor = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada@example.org',
  donor_address_line_1: '1 Analytical Way',
  donor_address_line_2: 'Engine Room',
  donor_city: 'London',
  donor_province: 'Greater London',
  quantity: 1,
  identifier: 'first',
  source: 'a friend',
}
const gated = ['quantity', 'identifier', 'source']

/** A small donation API that keeps the contract, behind whatever authorization server introspects its tokens. */
export async function serveDonations(organization: string, introspect: Introspect) {
  const designations: readonly string[] = [randomUUID(), randomUUID()]
  const otherDesignation = randomUUID()
  const donations = new Map<string, Donation>()
  const add = (isPledged: boolean, owner = organization) => {
    const id = randomUUID()
    donations.set(id, { isPledged, organization: owner, fields: { ...donor } })
    return id
  }
  const pledged = Array.from({ length: 8 }, () => add(true))
  const other = Array.from({ length: 8 }, () => add(false))
  const foreign = add(true, 'somebody-else')

  function update(id: string, bytes: Uint8Array, owned: readonly string[]): [status: number, body: object] {
    const donation = donations.get(id)
    if (!donation) return [404, { error: 'no such donation' }]
    if (!owned.includes(donation.organization)) return [403, { error: 'not yours' }]
    const parsed = updateDonationRequestSchema.safeParse(parse(bytes))
    if (!parsed.success) return [422, { error: 'not valid' }]
    const body = parsed.data
    if (!donation.isPledged && gated.some((field) => field in body)) return [409, { error: 'not pledged' }]
    const { designation_id = null, ...changes } = body
    if (designation_id !== null && !designations.includes(designation_id))
      return [422, { error: 'no designation of this campaign' }]
    // Whatever else is sent is not for a partner to set.
    const known = Object.entries(changes).filter(([field]) => UPDATE_FIELDS.some((one) => one === field))
    donation.fields = { ...donation.fields, ...Object.fromEntries(known), designation_id }
    return [200, { data: { id, ...donation.fields } }]
  }

  const url = await listen(
    createServer(async (request, response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      const owned = token === undefined ? undefined : await introspect(token)
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const { pathname } = new URL(request.url ?? '/', 'http://api')
      const id = /^\/v1\/donations\/([^/]+)$/.exec(pathname)?.[1]
      if (!owned) {
        response.setHeader('www-authenticate', 'Bearer error="invalid_token"')
        send(401, { error: 'invalid_token', error_description: 'the token is not valid' })
      } else if (id !== undefined && /^(PUT|PATCH)$/.test(request.method ?? ''))
        send(...update(decoded(id), Buffer.concat(chunks), owned))
      else if (pathname === '/v1/organizations')
        send(200, { organizations: owned.map((one) => ({ id: one })) })
      else send(404, { error: 'nothing here' })
    }),
  )
  return { url, pledged, other, foreign, designations, otherDesignation }
}

/** As it stands where its escapes are broken: no donation has such an id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1): what is none is malformed, not mended. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}
