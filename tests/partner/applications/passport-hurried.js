// A partner's application in a hurry, after the first tutorial about passport-oauth2: it works, and breaks what nobody sees.
import { randomUUID } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OAuth2Strategy from 'passport-oauth2'

const { env } = process
passport.use(
  new OAuth2Strategy(
    {
      authorizationURL: `${env.DONATION_AUTH_URL}/oauth2/authorize`,
      tokenURL: `${env.DONATION_AUTH_URL}/oauth2/token`,
      clientID: env.DONATION_CLIENT_ID,
      clientSecret: env.DONATION_CLIENT_SECRET,
      callbackURL: env.DONATION_REDIRECT_URI,
      scope: env.DONATION_SCOPE,
    },
    (token, _refreshToken, params, _profile, done) =>
      done(null, { token, organization: params.ig_organizations[0]?.id }),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))
app.use(passport.session(), express.json())
app.get('/connect', passport.authenticate('oauth2'))
app.get(
  new URL(env.DONATION_REDIRECT_URI ?? '').pathname,
  passport.authenticate('oauth2', { successRedirect: '/', failureRedirect: '/connect' }),
)
app.get('/', (request, response) => {
  response.send(`<script>window.user = ${JSON.stringify(request.user ?? null)}</script><h1>Donations</h1>`)
})
app.get('/connection', ({ user }, response) => {
  response.json({ connected: Boolean(user), organization_id: user?.organization ?? null, contact: null })
})
app.post('/organization', (request, response) => {
  request.user.organization = request.body.organization_id
  request.session.save(() => response.sendStatus(204))
})
app.post('/update', async ({ user, body: { donation, changes } }, response) => {
  if (!user) return response.sendStatus(401)
  const answer = await fetch(`${env.DONATION_API_URL}/v1/donations/${donation.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
  return response.sendStatus(answer.status)
})
app.listen(Number(env.PORT), '127.0.0.1')
