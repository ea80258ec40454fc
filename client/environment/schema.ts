import { z } from 'zod'
import { parseUrl } from '../http/url.ts'
import { addedHeaders, donationReading, jsonHeaders } from './donation-reading.ts'
import { certificatePem, privateKeyPem } from './pem.ts'
import { port } from './port.ts'

/** What a person who fills in the environment must know of a key. */
interface KeyDocumentation {
  /** What it is for. */
  readonly purpose: string
  /** Where its value comes from. */
  readonly origin: string
  /** What stays undecided without it; absent where that is everything, or nothing. */
  readonly without?: string
  /** Answers that show it decide it all the same. */
  readonly mayBeShown?: true
  /** Its value is never shown. */
  readonly secret?: true
}

/** The documentation of each key, by its schema. */
const documentation = z.registry<KeyDocumentation>()

const text = z.string()

const url = text.refine((value) => {
  const parsed = parseUrl(value)
  return /^https?:$/.test(parsed?.protocol ?? '') && !/[?#@]/.test(value)
}, 'must be an absolute http or https URL without user, query and fragment')

const redirectUri = text.refine(
  (value) => parseUrl(value)?.protocol === 'https:' && !value.includes('#'),
  'must be an https URL without fragment',
)

const list = text.transform((value) =>
  [...new Set(value.split(',').map((item) => item.trim()))].filter(Boolean),
)

const seconds = text
  .refine((value) => /^\d+(\.\d+)?$/.test(value) && Number(value) > 0, 'must be a positive number')
  .transform(Number)

/** In seconds. */
const LONGEST_TIMEOUT = 300

const login = z.enum(['form', 'browser', 'manual'], 'must be form, browser or manual')

const selectorNames = ['username', 'password', 'submit', 'approve', 'decline']

const selectors = text
  .transform((value) =>
    value
      .split(';')
      .map((one) => /^\s*(\w+)\s*=\s*(.*\S)\s*$/.exec(one))
      .map((found): [string, string] => [found?.[1] ?? '', found?.[2] ?? '']),
  )
  .refine(
    (pairs) => pairs.every(([name]) => selectorNames.includes(name)),
    `must be CSS selectors as in username=#user;approve=.yes, for ${selectorNames.join(', ')}`,
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs))

/** What a function makes of a value, where it makes something of it. */
function readBy(read: (value: string) => string | undefined, message: string) {
  return text.transform((value, context) => {
    const found = read(value)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

const certificate = readBy(certificatePem, 'must be a certificate in PEM, or name a file that holds one')
const privateKey = readBy(
  privateKeyPem,
  'must be a private key in PEM without a passphrase, or name a file that holds one',
)

function document<T extends z.ZodType>(schema: T, about: KeyDocumentation): T {
  const own = schema.clone()
  documentation.add(own, about)
  return own
}

const operator = 'the operator of the service'
const testUser = 'a user of the sandbox that you may test with'

/** Every key of the environment, in the order in which the example file lists them. */
export const environmentSchema = z.object({
  SANDBOX_AUTH_URL: document(url, {
    purpose: 'the authorization host, without /oauth2',
    origin: operator,
  }),
  SANDBOX_API_URL: document(url, { purpose: 'the API host, without /v1', origin: operator }),
  SANDBOX_CLIENT_ID: document(text, {
    purpose: 'the client id of the partner application',
    origin: operator,
  }),
  SANDBOX_CLIENT_SECRET: document(text, {
    purpose: 'the client secret of the partner application',
    origin: operator,
    secret: true,
  }),
  SANDBOX_REDIRECT_URI: document(redirectUri, {
    purpose: 'the registered OAuth callback URL, character for character; nothing needs to listen there',
    origin: 'what you registered when the partner was set up',
  }),
  SANDBOX_SCOPE: document(text, {
    purpose: 'the permissions to ask for, separated by spaces',
    origin: operator,
  }),
  SANDBOX_LOGIN: document(login.default('form'), {
    purpose:
      'how to get through the login pages: form (plain HTML, the default), browser (a real one) or manual (you do it)',
    origin: 'what the login pages of the service need',
  }),
  SANDBOX_BROWSER: document(text.optional(), {
    purpose: 'for SANDBOX_LOGIN=browser: the path of a Chromium, or a channel such as chrome or msedge',
    origin: 'this machine',
  }),
  SANDBOX_BROWSER_SELECTORS: document(selectors.optional(), {
    purpose:
      'for SANDBOX_LOGIN=browser, where the usual guesses fail: CSS selectors as in username=#user;approve=.yes',
    origin: 'the login pages; for username, password, submit, approve, decline',
  }),
  SANDBOX_MANUAL_FILE: document(text.optional(), {
    purpose: 'for SANDBOX_LOGIN=manual on a machine without terminal: a file that you write the address to',
    origin: 'you',
  }),
  SANDBOX_USERNAME: document(text.optional(), {
    purpose: 'the name of a user who owns an organization',
    origin: testUser,
    without: 'everything that needs a login, unless the login is manual',
  }),
  SANDBOX_PASSWORD: document(text.optional(), {
    purpose: 'the password of that user',
    origin: testUser,
    secret: true,
  }),
  SANDBOX_REFRESH_TOKEN: document(text.optional(), {
    purpose: 'a refresh token of the client, to get tokens with where nobody can log in',
    origin: 'an earlier token response; it is used up where refresh tokens rotate',
    secret: true,
  }),
  SANDBOX_NO_ORG_USERNAME: document(text.optional(), {
    purpose: 'the name of a user who owns no organization',
    origin: testUser,
    without: 'what such a user is given and may do (ORG-3, BEARER-9)',
  }),
  SANDBOX_NO_ORG_PASSWORD: document(text.optional(), {
    purpose: 'the password of that user',
    origin: testUser,
    secret: true,
  }),
  SANDBOX_MULTI_ORG_USERNAME: document(text.optional(), {
    purpose: 'the name of a user who owns several organizations',
    origin: testUser,
    without: 'whether all organizations are listed (ORG-4)',
  }),
  SANDBOX_MULTI_ORG_PASSWORD: document(text.optional(), {
    purpose: 'the password of that user',
    origin: testUser,
    secret: true,
  }),
  SANDBOX_OTHER_CLIENT_ID: document(text.optional(), {
    purpose: 'the client id of a second partner application',
    origin: operator,
    without: 'whether codes and refresh tokens are bound to their client (TOKEN-7, REFRESH-8)',
  }),
  SANDBOX_OTHER_CLIENT_SECRET: document(text.optional(), {
    purpose: 'the client secret of the second application',
    origin: operator,
    secret: true,
  }),
  SANDBOX_OTHER_REDIRECT_URI: document(redirectUri.optional(), {
    purpose: 'the callback URL of the second application, where it is not that of the first',
    origin: operator,
  }),
  SANDBOX_PLEDGED_DONATION_IDS: document(list.optional(), {
    purpose: 'donations whose status is pledged, separated by commas, all of one campaign; tests change them',
    origin: 'donations made in the sandbox for this; the more there are, the more tests run at once',
    without:
      'the fields that are gated by the status (PLEDGED-1, PLEDGED-5, PLEDGED-6), and updates where no other is given',
  }),
  SANDBOX_NON_PLEDGED_DONATION_IDS: document(list.optional(), {
    purpose: 'donations in any other status, of the same campaign; tests change them',
    origin: 'donations made in the sandbox for this',
    without:
      'whether gated fields are refused, and what such an update leaves (PLEDGED-2 to PLEDGED-4, ADVISOR-8)',
  }),
  SANDBOX_FOREIGN_DONATION_ID: document(text.optional(), {
    purpose: 'a donation of an organization that the user does not own; an update of it must be refused',
    origin: 'a second sandbox organization, or the operator',
    without: 'whether tokens are confined to their organizations (BEARER-5)',
  }),
  SANDBOX_DESIGNATION_IDS: document(list.optional(), {
    purpose: 'designations of the campaign of the donations above, separated by commas',
    origin: 'the campaign in the sandbox',
    without:
      'whether a designation can be set, and what removes it or leaves it (DESIGNATION-1, DESIGNATION-5 to DESIGNATION-7)',
  }),
  SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: document(text.optional(), {
    purpose: 'a designation of another campaign',
    origin: 'another campaign in the sandbox',
    without: 'whether foreign designations are refused (DESIGNATION-2)',
  }),
  SANDBOX_EXPIRED_ACCESS_TOKEN: document(text.optional(), {
    purpose: 'an access token of the client that has expired',
    origin: 'an earlier token response, older than its expires_in',
    without: 'how an expired token is answered (BEARER-3)',
    secret: true,
  }),
  SANDBOX_REVOKED_REFRESH_TOKEN: document(text.optional(), {
    purpose: 'a refresh token of the client that was revoked',
    origin: 'an earlier token response, after the operator or the user withdrew the approval',
    without: 'how a revoked token is answered (REFRESH-6)',
    secret: true,
  }),
  SANDBOX_CODE_LIFETIME_SECONDS: document(seconds.optional(), {
    purpose: 'for how long an authorization code is valid; a test waits that long, up to a minute',
    origin: operator,
    without: 'how an expired code is answered (TOKEN-6)',
  }),
  SANDBOX_READ_DONATION: document(donationReading.optional(), {
    purpose:
      'shows what answers do not: a URL with {id}, asked by GET with the token of the suite, or `command: …`, a shell command that finds the id in DONATION_ID and prints JSON',
    origin: 'an endpoint or the database of the sandbox; see docs/sandbox.md',
    without:
      'what becomes of designation, advisor and gated fields (PLEDGED-3, DESIGNATION-5 to DESIGNATION-7, ADVISOR-3, ADVISOR-4, ADVISOR-7, ADVISOR-8)',
    mayBeShown: true,
    secret: true,
  }),
  SANDBOX_READ_HEADERS: document(jsonHeaders.optional(), {
    purpose: 'further headers for that URL, as a JSON object of strings',
    origin: 'what the endpoint asks for',
    secret: true,
  }),
  SANDBOX_WEBHOOK_PORT: document(port.optional(), {
    purpose: 'the port at which the suite listens for webhooks of the sandbox while it runs',
    origin: 'you; the webhook destination of the sandbox has to lead there',
    without: 'where webhooks arrive (ENV-3)',
  }),
  SANDBOX_CLIENT_CERT: document(certificate.optional(), {
    purpose:
      'the certificate that the two hosts ask of clients (mutual TLS): a PEM file, or what stands in it',
    origin: operator,
    secret: true,
  }),
  SANDBOX_CLIENT_KEY: document(privateKey.optional(), {
    purpose: 'the private key of that certificate: a PEM file, or what stands in it',
    origin: 'whoever asked for the certificate',
    secret: true,
  }),
  SANDBOX_HEADERS: document(addedHeaders.optional(), {
    purpose: 'headers that let requests pass a gateway before the two hosts, as a JSON object of strings',
    origin: 'whoever runs the gateway',
    secret: true,
  }),
  SANDBOX_TIMEOUT_SECONDS: document(
    seconds.refine((value) => value <= LONGEST_TIMEOUT, `must be ${LONGEST_TIMEOUT} at most`).optional(),
    {
      purpose: 'how long the two hosts may take to answer before that counts as no answer (default: 10)',
      origin: 'you; a sandbox that has to wake up takes longer',
    },
  ),
  PRODUCTION_AUTH_URL: document(url.optional(), {
    purpose: 'the authorization host of production, which is sent sandbox credentials that it must refuse',
    origin: operator,
    without: 'whether sandbox credentials are refused there (ENV-1)',
  }),
  PRODUCTION_API_URL: document(url.optional(), {
    purpose: 'the API host of production, which is asked by GET with a sandbox token that it must refuse',
    origin: operator,
    without: 'whether sandbox tokens are refused there (ENV-2)',
  }),
  PRODUCTION_WEBHOOK_PORT: document(port.optional(), {
    purpose: 'the port at which the suite listens for webhooks that reach the destination of production',
    origin: 'you; a second destination, where no webhook of the sandbox may arrive',
    without: 'whether webhooks of the sandbox reach production too (ENV-3)',
  }),
})

export type EnvironmentKey = keyof typeof environmentSchema.shape
export type Environment = z.output<typeof environmentSchema>
/** Values by key as they were given; a key without value is absent. */
export type RawEnvironment = Readonly<Partial<Record<EnvironmentKey, string>>>

/** Every key, in order. */
export const environmentKeys = environmentSchema.keyof().options

/** What the key is for, where it comes from and what it decides. */
export function documentationOf(key: EnvironmentKey): KeyDocumentation {
  const about = documentation.get(environmentSchema.shape[key])
  if (about === undefined) throw new TypeError(`${key} is not documented`)
  return about
}
