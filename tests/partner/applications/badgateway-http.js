// A partner's application as somebody else might write it: @badgateway/oauth2-client, which refreshes by itself, on nothing
// but node:http. It edits names, addresses, memo and advisor, and never sends what only pledged donations may have.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import { updateDonationRequestSchema } from 'donation-conformance/contract'

const { env } = process
const redirectUri = env.DONATION_REDIRECT_URI ?? ''
const client = new OAuth2Client({
  server: env.DONATION_AUTH_URL,
  authorizationEndpoint: '/oauth2/authorize',
  tokenEndpoint: '/oauth2/token',
  clientId: env.DONATION_CLIENT_ID ?? '',
  clientSecret: env.DONATION_CLIENT_SECRET,
  authenticationMethod: 'client_secret_post',
})
const sessions = new Map()
const key = randomBytes(32)

/** States need no memory to be known as ours, and one to be used only once. */
function newState(session) {
  const nonce = randomUUID()
  const state = `${nonce}.${createHmac('sha256', key).update(nonce).digest('base64url')}`
  session.states.add(state)
  return state
}

function sessionOf(request, response) {
  const [, id] = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '') ?? []
  if (sessions.has(id)) return sessions.get(id)
  const created = randomUUID()
  sessions.set(created, { states: new Set(), designations: new Map() })
  response.setHeader('set-cookie', `sid=${created}; Path=/; HttpOnly; SameSite=Lax`)
  return sessions.get(created)
}

async function connect(session, response) {
  const state = newState(session)
  const scope = (env.DONATION_SCOPE ?? '').split(' ')
  const url = await client.authorizationCode.getAuthorizeUri({ redirectUri, state, scope })
  page(response, 200, `<p><a href="${url.replaceAll('&', '&amp;')}">Connect with the giving platform</a></p>`)
}

async function callback(session, url, response) {
  const state = url.searchParams.get('state')
  if (!state || !session.states.delete(state)) return page(response, 400, '<p>Unknown state.</p>')
  try {
    const token = await client.authorizationCode.getTokenFromCodeRedirect(url, { redirectUri, state })
    const organizations = token.extraParams?.ig_organizations ?? []
    session.organizations = organizations
    session.chosen = organizations.length === 1 ? organizations[0].id : null
    session.fetch = fetchWith(session, token)
  } catch {
    return page(response, 400, '<p>That did not work. <a href="/connect">Again</a></p>')
  }
  const options = session.organizations.map(
    ({ id, name }) => `<option value="${id}">${escaped(name)}</option>`,
  )
  return page(
    response,
    200,
    session.organizations.length > 1
      ? `<form method="post" action="/pick"><select name="organization">${options.join('')}</select><button>Pick</button></form>`
      : session.chosen
        ? '<p>Connected.</p>'
        : '<p>You own no organization: please contact the operator.</p>',
  )
}

function fetchWith(session, token) {
  return new OAuth2Fetch({
    client,
    getStoredToken: () => token,
    getNewToken: () => null,
    onError() {
      session.fetch = undefined
    },
  })
}

async function update(session, { donation, changes }) {
  if (!session.fetch) return 401
  if (!session.chosen) return 409
  const { quantity: _, identifier: __, source: ___, ...editable } = changes
  const { success, data } = updateDonationRequestSchema.safeParse(editable)
  if (!success || Object.keys(data).length === 0) return 422
  const designation_id = session.designations.get(donation.id)
  const body = JSON.stringify({ ...(designation_id && { designation_id }), ...data })
  try {
    const answer = await session.fetch.fetch(`${env.DONATION_API_URL}/v1/donations/${donation.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (answer.ok && 'designation_id' in data) session.designations.set(donation.id, data.designation_id)
    return answer.ok ? 200 : 500
  } catch {
    return session.fetch ? 502 : 401
  }
}

function page(response, status, content) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${content}`)
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function answer(request, response) {
  const session = sessionOf(request, response)
  const url = new URL(request.url ?? '/', redirectUri)
  if (url.pathname === '/connect') return connect(session, response)
  if (url.pathname === new URL(redirectUri).pathname) return callback(session, url, response)
  if (request.method === 'POST' && url.pathname === '/pick') {
    const picked = new URLSearchParams(await bodyOf(request)).get('organization')
    const isOwn = session.organizations?.some(({ id }) => id === picked)
    if (isOwn) session.chosen = picked
    return page(response, isOwn ? 200 : 400, isOwn ? '<p>Thank you.</p>' : '<p>Not yours.</p>')
  }
  if (request.method === 'POST' && url.pathname === '/update') {
    const status = await update(session, JSON.parse(await bodyOf(request)))
    return json(response, status, {})
  }
  return json(response, 404, {})
}

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
}).listen(Number(env.PORT), '127.0.0.1')
