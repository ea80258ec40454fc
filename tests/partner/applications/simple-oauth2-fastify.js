// A partner's application as somebody else might write it: simple-oauth2 on fastify, with signed cookies and a queue for
// each customer, so that nothing of one customer happens at the same time.
import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import { ASSIGNED_COUNTRIES } from 'donation-conformance/contract'
import fastify from 'fastify'
import { AuthorizationCode } from 'simple-oauth2'

const { env } = process
const client = new AuthorizationCode({
  client: { id: env.DONATION_CLIENT_ID, secret: env.DONATION_CLIENT_SECRET },
  auth: { tokenHost: env.DONATION_AUTH_URL, tokenPath: '/oauth2/token', authorizePath: '/oauth2/authorize' },
  options: { authorizationMethod: 'body' },
})
const redirectUri = env.DONATION_REDIRECT_URI
const customers = new Map()

const text = { type: 'string' }
const names = [
  'first_name',
  'last_name',
  'address_line_1',
  'address_line_2',
  'city',
  'province',
  'postal_code',
]
const changes = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(names.map((name) => [`donor_${name}`, text])),
    donor_email: { type: 'string', format: 'email' },
    donor_country: { enum: ASSIGNED_COUNTRIES },
    designation_id: { anyOf: [{ type: 'null' }, { type: 'string', format: 'uuid' }] },
    memo: text,
    quantity: { type: 'integer' },
    identifier: text,
    source: text,
    advisor: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['email'],
          additionalProperties: false,
          properties: {
            email: { type: 'string', format: 'email' },
            ...Object.fromEntries(
              ['first_name', 'middle_name', 'last_name', 'title', 'bio', 'sec_url', 'firm_name'].map(
                (name) => [name, text],
              ),
            ),
          },
        },
      ],
    },
  },
}
const donation = { type: 'object', required: ['id', 'status'], properties: { id: text, status: text } }
const update = { type: 'object', required: ['donation', 'changes'], properties: { donation, changes } }

const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: true } } })
await app.register(cookie, { secret: randomBytes(32).toString('hex') })

app.decorateRequest('customer', null)
app.addHook('onRequest', async (request, reply) => {
  const { value } = request.unsignCookie(request.cookies['__Host-customer'] ?? '')
  let id = value
  if (!customers.has(id)) {
    id = randomBytes(20).toString('hex')
    customers.set(id, { designations: {}, queue: Promise.resolve() })
    reply.setCookie('__Host-customer', id, { path: '/', secure: true, httpOnly: true, signed: true })
  }
  request.customer = customers.get(id)
})

app.get('/connect', async ({ customer }, reply) => {
  customer.state = randomBytes(24).toString('base64')
  const { state } = customer
  return reply.redirect(client.authorizeURL({ redirect_uri: redirectUri, scope: env.DONATION_SCOPE, state }))
})

app.get(new URL(redirectUri ?? '').pathname, async ({ customer, query }, reply) => {
  const { state } = customer
  customer.state = undefined
  if (query.error || !state || query.state !== state) return reply.code(403).send('This is not your flow.')
  try {
    customer.token = await client.getToken({ code: query.code, redirect_uri: redirectUri })
  } catch {
    return reply.redirect('/failed')
  }
  customer.organizations = customer.token.token.ig_organizations
  customer.organization = customer.organizations.length === 1 ? customer.organizations[0].id : null
  return reply.type('text/html').send('<!doctype html><p>Connected.')
})

app.get('/connection', async ({ customer: { token, organization, organizations } }) => ({
  connected: Boolean(token) && organization !== null,
  organization_id: organization ?? null,
  contact: organizations?.length === 0 ? 'Write to the platform: help@platform.example' : null,
}))

app.post('/organization', async ({ customer, body }, reply) => {
  const known = customer.organizations?.some(({ id }) => id === body.organization_id)
  if (known) customer.organization = body.organization_id
  return reply.code(known ? 200 : 400).send({})
})

async function refresh(customer) {
  try {
    customer.token = await customer.token.refresh()
  } catch (error) {
    if (error.data?.payload?.error === 'invalid_grant') customer.token = undefined
    throw error
  }
}

async function send(customer, id, body) {
  const { expires_in: lifetime } = customer.token.token
  if (customer.token.expired(Math.min(60, lifetime / 3))) await refresh(customer)
  const once = () =>
    fetch(`${env.DONATION_API_URL}/v1/donations/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${customer.token.token.access_token}`,
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(body),
    })
  const response = await once()
  if (!response.headers.get('www-authenticate')?.includes('invalid_token')) return response
  await refresh(customer)
  return once()
}

async function perform(customer, { donation: { id, status }, changes: asked }) {
  if (!customer.token) return 401
  if (!customer.organization) return 403
  const body = { designation_id: customer.designations[id], ...asked }
  if (status !== 'pledged') for (const field of ['quantity', 'identifier', 'source']) delete body[field]
  if (body.donor_email === undefined && Object.keys(asked).length === 0) return 400
  try {
    const response = await send(customer, id, body)
    if (!response.ok) return response.status >= 500 || response.status === 401 ? 502 : 400
    customer.designations[id] = body.designation_id ?? undefined
    return 204
  } catch {
    return customer.token ? 502 : 401
  }
}

app.post('/update', { schema: { body: update } }, async ({ customer, body }, reply) => {
  const result = customer.queue.then(() => perform(customer, body))
  customer.queue = result
  return reply.code(await result).send()
})

await app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
