import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'

/** The parameters of a request. */
type Asked = Readonly<Record<string, string>>

/** What a small authorization server does; {@link careful} follows every advice. */
export interface Habits {
  readonly pageHeaders: Readonly<Record<string, string>>
  readonly pageHead: string
  /** Attributes of the session's cookie. */
  readonly cookie: string
  readonly statusBehindPassword: number
  readonly statusBehindConsent: number
  readonly issuer: 'always' | 'with codes' | 'never'
  readonly fragment: string
  /** Answers in the fragment where a token was asked for. */
  readonly refusesTokensInFragment: boolean
  readonly tokenHeaders: Readonly<Record<string, string>>
  readonly expiresIn: number
  readonly newCode: () => string
  readonly newAccessToken: () => string
  readonly newRefreshToken: () => string
  readonly pkce: 'enforced' | 'unknown' | 'optional' | 'refused'
  /** Takes a code_verifier although there was no code_challenge. */
  readonly takesStrayVerifier: boolean
  readonly takesPlain: boolean
  /** Takes a challenge without its method, for plain. */
  readonly takesNoMethod: boolean
  readonly postsForms: boolean
  readonly obeysStrangersByPost: boolean
  /** Shows the login without looking at the redirect URI. */
  readonly showsStrangersByPost: boolean
  readonly knowsPromptNone: boolean
  readonly unknownScope: 'refused' | 'named' | 'granted' | 'not mentioned'
  readonly reportsBeforeLogin: boolean
  readonly furtherGrants: readonly string[]
  /** What is answered to any grant that is not known. */
  readonly unknownGrant: string
  readonly readsGet: boolean
  readonly readsQuery: boolean
  /** What each code was asked for with. */
  readonly codes?: Map<string, Asked>
  /** Codes that were used; servers at several addresses may have one each. */
  readonly used: Set<string>
}

const random = () => randomBytes(20).toString('base64url')

/** A service that has nothing to mend. */
export const careful: Habits = {
  pageHeaders: {
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
  },
  pageHead: '',
  cookie: 'Secure; HttpOnly; SameSite=Lax',
  statusBehindPassword: 303,
  statusBehindConsent: 303,
  issuer: 'always',
  fragment: '#_',
  refusesTokensInFragment: false,
  tokenHeaders: { 'cache-control': 'no-store', pragma: 'no-cache' },
  expiresIn: 3600,
  newCode: random,
  newAccessToken: random,
  newRefreshToken: random,
  pkce: 'enforced',
  takesStrayVerifier: false,
  takesPlain: false,
  takesNoMethod: false,
  postsForms: true,
  obeysStrangersByPost: false,
  showsStrangersByPost: false,
  knowsPromptNone: false,
  unknownScope: 'refused',
  reportsBeforeLogin: false,
  furtherGrants: [],
  unknownGrant: 'unsupported_grant_type',
  readsGet: false,
  readsQuery: false,
  used: new Set(),
}

export const client = { id: 'partner', secret: random(), redirectUri: 'https://partner.example.org/callback' }
export const user = { username: 'owner', password: 'correct horse 42' }
export const scope = 'donations'

/** The authorization host of such a service: login, consent, callback, and the token endpoint. */
export function authorizationServer(habits: Habits): Hono {
  const app = new Hono()
  const { codes = new Map<string, Asked>() } = habits
  const state = { codes, habits }
  app.get('/oauth2/authorize', (c) => authorize(c, habits, c.req.query()))
  app.post('/oauth2/authorize', async (c) => {
    const asked: Asked = Object.fromEntries(new URLSearchParams(await c.req.text()))
    if (habits.showsStrangersByPost) return loginPage(c, habits, '')
    if (habits.obeysStrangersByPost) return c.redirect(`${asked.redirect_uri}?error=login_required`)
    return c.text('POST is not possible here.', 405)
  })
  app.post('/login', async (c) => {
    const sent = new URLSearchParams(await c.req.text())
    if (sent.get('password') !== user.password) return c.text('No.', 401)
    c.header('set-cookie', `sid=${random()}; Path=/; ${habits.cookie}`)
    c.header('location', `/consent?${sent.get('query')}`)
    return c.body(null, statusOf(habits.statusBehindPassword))
  })
  app.on(['GET', 'POST'], '/consent', (c) =>
    page(c, habits, `/decide?${queryOf(c)}`, '<button>Approve</button>'),
  )
  app.post('/decide', (c) => decide(c, state))
  app.on(['GET', 'POST'], '/oauth2/token', (c) => token(c, state))
  return app
}

function statusOf(status: number) {
  return status === 302 ? 302 : status === 307 ? 307 : 303
}

function queryOf(c: Context): string {
  return new URL(c.req.url).search.slice(1)
}

function page(c: Context, { pageHeaders, pageHead }: Habits, action: string, content: string) {
  for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
  return c.html(`<title>Service</title>${pageHead}<form method="post" action="${action}">${content}</form>`)
}

/** Where the answer to a request is sent. */
function callback(c: Context, habits: Habits, asked: Asked, answer: Asked): string {
  const { issuer, fragment, refusesTokensInFragment } = habits
  const named = issuer === 'always' || (issuer === 'with codes' && 'code' in answer)
  const iss = named ? { iss: new URL(c.req.url).origin } : {}
  const state = asked.state === undefined ? {} : { state: asked.state }
  const parameters = new URLSearchParams({ ...answer, ...state, ...iss })
  const inFragment = refusesTokensInFragment && asked.response_type === 'token'
  return `${client.redirectUri}${inFragment ? `#${parameters}` : `?${parameters}${fragment}`}`
}

function problemOf(
  { pkce, takesPlain, takesNoMethod, unknownScope }: Habits,
  asked: Asked,
): string | undefined {
  if (asked.response_type !== 'code') return 'unsupported_response_type'
  if (!asked.scope || (unknownScope === 'refused' && asked.scope !== scope)) return 'invalid_scope'
  if (asked.code_challenge === undefined || pkce === 'unknown') return undefined
  const { code_challenge_method: method } = asked
  const isKnown = method === 'S256' || takesPlain || (takesNoMethod && method === undefined)
  return pkce === 'refused' || !isKnown ? 'invalid_request' : undefined
}

function authorize(c: Context, habits: Habits, asked: Asked) {
  if (asked.client_id !== client.id || asked.redirect_uri !== client.redirectUri)
    return c.text('Unknown.', 400)
  const error = problemOf(habits, asked)
  if (error && habits.reportsBeforeLogin) return c.redirect(callback(c, habits, asked, { error }))
  if (habits.knowsPromptNone && asked.prompt === 'none')
    return c.redirect(callback(c, habits, asked, { error: 'login_required' }))
  return loginPage(c, habits, queryOf(c))
}

function loginPage(c: Context, habits: Habits, asked: string) {
  const query = asked.replaceAll('&', '&amp;')
  const fields = '<input name="username"><input name="password" type="password"><button>Log in</button>'
  return page(c, habits, '/login', `<input type="hidden" name="query" value="${query}">${fields}`)
}

function decide(c: Context, { codes, habits }: { codes: Map<string, Asked>; habits: Habits }) {
  const asked = c.req.query()
  const error = problemOf(habits, asked)
  const code = habits.newCode()
  if (!error) codes.set(code, asked)
  if (!error && habits.postsForms && asked.response_mode === 'form_post')
    return page(
      c,
      habits,
      client.redirectUri,
      `<input type="hidden" name="code" value="${code}"><button>Go on</button>`,
    )
  c.header('location', callback(c, habits, asked, error ? { error } : { code }))
  return c.body(null, statusOf(habits.statusBehindConsent))
}

async function token(c: Context, { codes, habits }: { codes: Map<string, Asked>; habits: Habits }) {
  for (const [name, value] of Object.entries(habits.tokenHeaders)) c.header(name, value)
  const refuse = (status: 400 | 401 | 405, error: string) =>
    c.json({ error, error_description: error }, status)
  if (c.req.method === 'GET' && !habits.readsGet) return refuse(405, 'invalid_request')
  const query = habits.readsQuery || habits.readsGet ? c.req.query() : {}
  const sent: Asked = { ...Object.fromEntries(new URLSearchParams(await c.req.text())), ...query }
  if (sent.client_id === undefined) return refuse(400, 'invalid_request')
  if (sent.client_id !== client.id || sent.client_secret !== client.secret)
    return refuse(401, 'invalid_client')
  const give = (more: object = {}) =>
    c.json({
      access_token: habits.newAccessToken(),
      refresh_token: habits.newRefreshToken(),
      token_type: 'Bearer',
      expires_in: habits.expiresIn,
      ig_organizations: [],
      ...more,
    })
  const { grant_type: grant = '' } = sent
  if (habits.furtherGrants.includes(grant))
    return grant === 'client_credentials' ? give() : refuse(400, 'invalid_grant')
  if (grant !== 'authorization_code') return refuse(400, habits.unknownGrant)
  const asked = codes.get(sent.code ?? '')
  if (!asked || habits.used.has(sent.code ?? '') || !isVerified(habits, asked, sent.code_verifier))
    return refuse(400, 'invalid_grant')
  habits.used.add(sent.code ?? '')
  const granted = habits.unknownScope === 'granted' ? asked.scope : scope
  return give(habits.unknownScope === 'not mentioned' ? {} : { scope: granted })
}

function isVerified(
  { pkce, takesStrayVerifier }: Habits,
  asked: Asked,
  verifier: string | undefined,
): boolean {
  const { code_challenge: challenge, code_challenge_method: method } = asked
  if (pkce === 'unknown') return true
  if (challenge === undefined) return verifier === undefined || takesStrayVerifier
  if (verifier === undefined) return pkce === 'optional'
  const made = createHash('sha256').update(verifier).digest('base64url')
  return challenge === (method === 'S256' ? made : verifier)
}
