// A partner's application as somebody else might write it: passport-oauth2 on express, with sessions of express-session.
import { randomUUID } from 'node:crypto'
import { GATED_FIELDS, updateDonationRequestSchema } from 'donation-conformance/contract'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OAuth2Strategy from 'passport-oauth2'

const { env } = process
/** @type {Map<string, any>} */
const accounts = new Map()

class NotConnected extends Error {}

const strategy = new OAuth2Strategy(
  {
    authorizationURL: `${env.DONATION_AUTH_URL}/oauth2/authorize`,
    tokenURL: `${env.DONATION_AUTH_URL}/oauth2/token`,
    clientID: env.DONATION_CLIENT_ID,
    clientSecret: env.DONATION_CLIENT_SECRET,
    callbackURL: env.DONATION_REDIRECT_URI,
    scope: env.DONATION_SCOPE,
    state: true,
  },
  (accessToken, refreshToken, params, _profile, done) => {
    const organizations = params.ig_organizations
    const account = {
      id: randomUUID(),
      accessToken,
      refreshToken,
      expiresAt: Date.now() + params.expires_in * 1000,
      lifetime: params.expires_in * 1000,
      organizations,
      organizationId: organizations.length === 1 ? organizations[0].id : null,
    }
    accounts.set(account.id, account)
    done(null, account)
  },
)

passport.use(strategy)
passport.serializeUser((account, done) => done(null, account.id))
passport.deserializeUser((id, done) => done(null, accounts.get(id) ?? false))

/** One refresh for all who wait; its token replaces the one that was given. */
function refresh(account, spent) {
  if (account.accessToken !== spent) return Promise.resolve()
  account.refreshing ??= new Promise((resolve, reject) => {
    const parameters = { grant_type: 'refresh_token' }
    strategy._oauth2.getOAuthAccessToken(
      account.refreshToken,
      parameters,
      (error, accessToken, refreshToken, params) => {
        if (error) {
          const isDead = String(error.data).includes('invalid_grant')
          if (isDead) accounts.delete(account.id)
          reject(isDead ? new NotConnected() : new Error('the token endpoint failed'))
          return
        }
        account.accessToken = accessToken
        account.refreshToken = refreshToken ?? account.refreshToken
        account.lifetime = params.expires_in * 1000
        account.expiresAt = Date.now() + account.lifetime
        resolve()
      },
    )
  }).finally(() => {
    account.refreshing = undefined
  })
  return account.refreshing
}

async function call(account, method, path, body) {
  if (Date.now() > account.expiresAt - Math.min(30_000, account.lifetime / 4))
    await refresh(account, account.accessToken)
  for (let attempt = 1; ; attempt += 1) {
    const token = account.accessToken
    const response = await fetch(env.DONATION_API_URL + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 401 || attempt === 2) return response
    await refresh(account, token)
  }
}

const app = express()
app.set('trust proxy', 1)
app.use(
  session({
    secret: randomUUID(),
    resave: false,
    saveUninitialized: false,
    cookie: { secure: true, sameSite: 'lax', httpOnly: true },
  }),
)
app.use(passport.session())

app.get('/connect', passport.authenticate('oauth2'))
app.get(
  new URL(env.DONATION_REDIRECT_URI ?? '').pathname,
  passport.authenticate('oauth2', { failureRedirect: '/', successRedirect: '/', keepSessionInfo: true }),
)

app.get('/connection', (request, response) => {
  const account = request.user
  response.json({
    connected: account !== undefined,
    organization_id: account?.organizationId ?? null,
    contact: account?.organizations.length === 0 ? 'support@platform.example' : null,
  })
})

app.get('/', (request, response) => {
  const organizations = request.user?.organizations ?? []
  const names = organizations.map(({ name }) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  response.send(
    `<!doctype html><h1>Donations</h1><p>${names.join(', ') || 'Write to support@platform.example'}`,
  )
})

app.post('/organization', express.json(), (request, response) => {
  const account = request.user
  const chosen = account?.organizations.find(({ id }) => id === request.body.organization_id)
  if (!chosen) return response.sendStatus(404)
  account.organizationId = chosen.id
  return response.sendStatus(204)
})

app.post('/update', express.json(), async (request, response) => {
  const account = request.user
  if (!account) return response.sendStatus(401)
  if (!account.organizationId) return response.sendStatus(409)
  const { donation, changes } = request.body
  const { success, data } = updateDonationRequestSchema.safeParse(changes)
  const isGated = donation.status !== 'pledged' && GATED_FIELDS.some((field) => field in changes)
  if (!success || isGated) return response.sendStatus(400)
  request.session.designations ??= {}
  const { designations } = request.session
  const body = designations[donation.id] ? { designation_id: designations[donation.id], ...data } : data
  const answer = await call(account, 'PUT', `/v1/donations/${donation.id}`, body)
  if (answer.ok) designations[donation.id] = body.designation_id
  return response.sendStatus(answer.ok ? 200 : answer.status >= 500 ? 502 : 422)
})

app.use((error, _request, response, _next) => {
  response.status(error instanceof NotConnected ? 401 : 500).send('Something went wrong')
})

app.listen(Number(env.PORT), '127.0.0.1')
