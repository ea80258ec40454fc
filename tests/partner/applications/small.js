/**
 * A partner's application without any library, in one file: it keeps all that the contract asks of it. `BREAKS` names
 * one thing that it does otherwise, for the tests of the examination.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const env = process.env
const breaks = (name) => env.BREAKS === name
const COUNTRIES = new Set((env.COUNTRIES ?? 'ad,ae,af,ag,ai,us,fr,de,jp,ng,gb').split(','))
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TEXTS =
  'donor_first_name donor_last_name donor_address_line_1 donor_address_line_2 donor_city donor_province donor_postal_code memo identifier source'.split(
    ' ',
  )
const GATED = ['quantity', 'identifier', 'source']

/** @type {Map<string, {states: Set<string>, tokens?: any, organizations?: any[], picked?: string, designations: Map<string, string>, refreshing?: Promise<void>}>} */
const sessions = new Map()

function sessionOf(request, response) {
  const id = /(?:^|; )__Host-sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const known = sessions.get(id)
  if (known) return known
  const created = { states: new Set(), designations: new Map() }
  const fresh = randomBytes(24).toString('base64url')
  sessions.set(fresh, created)
  response.setHeader('set-cookie', `__Host-sid=${fresh}; Path=/; Secure; HttpOnly; SameSite=Lax`)
  return created
}

async function tokenRequest(parameters) {
  const body = new URLSearchParams({
    ...parameters,
    client_id: env.DONATION_CLIENT_ID,
    client_secret: env.DONATION_CLIENT_SECRET,
  })
  const response = await fetch(`${env.DONATION_AUTH_URL}/oauth2/token`, { method: 'POST', body })
  return { ok: response.ok, json: await response.json() }
}

function keep(session, json) {
  session.tokens = {
    access: json.access_token,
    refresh: json.refresh_token,
    until: Date.now() + json.expires_in * 1000 - 500,
  }
  session.organizations = json.ig_organizations
}

function refresh(session) {
  session.refreshing ??= (async () => {
    const { ok, json } = await tokenRequest({
      grant_type: 'refresh_token',
      refresh_token: session.tokens.refresh,
    })
    if (ok) keep(session, json)
    else if (json.error === 'invalid_grant') session.tokens = undefined
  })().finally(() => {
    session.refreshing = undefined
  })
  return session.refreshing
}

async function send(session, id, body) {
  const call = () =>
    fetch(`${env.DONATION_API_URL}/v1/donations/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${session.tokens.access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  if (Date.now() >= session.tokens.until) await refresh(session)
  if (!session.tokens) return 401
  // The refresh failed for now: what has expired is not sent.
  if (Date.now() >= session.tokens.until) return 503
  const used = session.tokens.access
  let response = await call()
  if (response.status === 401) {
    if (session.tokens?.access === used) await refresh(session)
    if (!session.tokens) return 401
    response = await call()
  }
  return response.status === 401 ? 401 : response.status < 300 ? 200 : 422
}

/** The changes as the contract declares them; undefined where they are none. */
function bodyOf({ status }, changes) {
  const body = {}
  for (const [field, value] of Object.entries(changes)) {
    if (GATED.includes(field) && status !== 'pledged') return undefined
    if (TEXTS.includes(field)) {
      if (typeof value !== 'string') return undefined
    } else if (field === 'donor_email') {
      if (typeof value !== 'string' || !EMAIL.test(value)) return undefined
    } else if (field === 'donor_country') {
      if (typeof value !== 'string' || !COUNTRIES.has(value.toLowerCase())) return undefined
    } else if (field === 'quantity') {
      if (!Number.isInteger(value)) return undefined
    } else if (field === 'designation_id') {
      if (value !== null && !(typeof value === 'string' && UUID.test(value))) return undefined
    } else if (field === 'advisor') {
      if (value !== null && !isAdvisor(value)) return undefined
    } else continue
    body[field] = field === 'donor_country' ? value.toLowerCase() : value
  }
  return body
}

function isAdvisor(value) {
  if (typeof value !== 'object' || Array.isArray(value)) return false
  return EMAIL.test(value.email) && Object.values(value).every((one) => typeof one === 'string')
}

const routes = {
  'GET /connect': (session, _url, response) => {
    const state = randomBytes(24).toString('base64url')
    session.states.add(state)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: env.DONATION_CLIENT_ID,
      redirect_uri: env.DONATION_REDIRECT_URI,
      scope: env.DONATION_SCOPE,
      state,
    })
    response.writeHead(302, { location: `${env.DONATION_AUTH_URL}/oauth2/authorize?${query}` }).end()
  },
  'GET /oauth/callback': async (session, url, response) => {
    const { code, state, error } = Object.fromEntries(url.searchParams)
    const isOurs = session.states.delete(state)
    if ((!isOurs && !breaks('state')) || error || !code)
      return response.writeHead(400).end('this callback is not ours')
    const { ok, json } = await tokenRequest({
      grant_type: 'authorization_code',
      code,
      redirect_uri: env.DONATION_REDIRECT_URI,
    })
    if (!ok)
      return response.writeHead(400, { 'content-type': 'text/html' }).end('<a href="/connect">again</a>')
    keep(session, json)
    // Whoever connects may be another user than before: an earlier pick is only of use if it is among theirs.
    const [only, ...others] = json.ig_organizations
    const before = json.ig_organizations.find(({ id }) => id === session.picked)
    session.picked = (others.length === 0 ? only : before)?.id
    return response.writeHead(303, { location: '/connection' }).end()
  },
  'POST /organization': async (session, _url, response, body) => {
    if (!session.organizations?.some(({ id }) => id === body.organization_id))
      return response.writeHead(400).end()
    session.picked = body.organization_id
    return response.writeHead(204).end()
  },
  'GET /connection': (session, _url, response) => {
    const contact = session.organizations?.length === 0 ? 'support@platform.example' : null
    const connected = session.tokens !== undefined && session.picked !== undefined
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ connected, organization_id: session.picked ?? null, contact }))
  },
  'POST /update': async (session, _url, response, { donation, changes }) => {
    if (!session.tokens || !session.picked) return response.writeHead(401).end()
    const body = bodyOf(donation, changes)
    if (body === undefined) return response.writeHead(422).end()
    const kept = session.designations.get(donation.id)
    if (!('designation_id' in body) && kept) body.designation_id = kept
    const status = await send(session, donation.id, body)
    if (status === 200) session.designations.set(donation.id, body.designation_id)
    return response.writeHead(status).end()
  },
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://partner')
  let text = ''
  for await (const chunk of request) text += chunk
  const route = routes[`${request.method} ${url.pathname}`]
  try {
    if (!route) response.writeHead(404).end()
    else await route(sessionOf(request, response), url, response, text === '' ? undefined : JSON.parse(text))
  } catch {
    response.writeHead(502).end()
  }
}).listen(Number(env.PORT), '127.0.0.1')
