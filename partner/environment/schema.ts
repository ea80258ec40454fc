import { z } from 'zod'
import { port } from '../../client/environment/port.ts'
import { parseUrl } from '../../client/http/url.ts'
import type { Endpoint } from './config.ts'

/** Stands for the port in `PARTNER_APP_URL`. */
export const PORT_PLACE = '{port}'

const text = z.string().min(1, 'must not be empty')

const origin = z.string().refine((value) => {
  const url = parseUrl(value.replace(PORT_PLACE, '1'))
  const isBare = url !== undefined && url.pathname === '/' && !/[?#@]/.test(value)
  return isBare && /^https?:$/.test(url.protocol) && !value.replace(PORT_PLACE, '').includes('{')
}, 'must be an http or https URL without path, query and user, such as http://127.0.0.1:{port}')

const redirectUri = z
  .string()
  .refine(
    (value) => parseUrl(value)?.protocol === 'https:' && !/[#\s]/.test(value) && !/\/\/[^/]*@/.test(value),
    'must be an https URL without user and fragment',
  )

const ENDPOINT = /^([A-Z]+)\s+(\/[^\s#]*)$/

const endpoint = z
  .string()
  .regex(ENDPOINT, 'must be a method and a path, such as POST /update')
  .refine(
    (value) => /^(GET|POST|PUT|PATCH|DELETE) /.test(value.replace(/\s+/, ' ')),
    'must begin with GET, POST, PUT, PATCH or DELETE',
  )
  .transform((value): Endpoint => {
    const [, method = '', path = ''] = ENDPOINT.exec(value) ?? []
    return { method, path }
  })

/** An endpoint, or null where the application has none: undefined would bring the default. */
const endpointIfAny = z.union([z.literal('').transform(() => null), endpoint])

const scope = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    'must be words with single spaces between',
  )

/** An empty value is that of a key left out. */
const chosen = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()

/** Every key of the environment of a partner application, in the order of the example file. */
export const partnerSchema = z.object({
  PARTNER_START: z.string().optional(),
  PARTNER_APP_URL: origin.default(`http://127.0.0.1:${PORT_PLACE}`),
  PARTNER_REDIRECT_URI: redirectUri.default('https://partner.example/oauth/callback'),
  PARTNER_CONNECT: endpoint.default({ method: 'GET', path: '/connect' }),
  PARTNER_UPDATE: endpointIfAny.default({ method: 'POST', path: '/update' }),
  PARTNER_CHOOSE: endpointIfAny.default({ method: 'POST', path: '/organization' }),
  PARTNER_CONNECTION: endpointIfAny.default({ method: 'GET', path: '/connection' }),
  PARTNER_AUTH_PORT: chosen(port),
  PARTNER_API_PORT: chosen(port),
  PARTNER_CLIENT_ID: chosen(text),
  PARTNER_CLIENT_SECRET: chosen(text),
  PARTNER_SCOPE: chosen(scope),
})

/** One of the keys of `partnerSchema`. */
type PartnerKey = keyof z.infer<typeof partnerSchema>
/** All of them, in the order of the example file. */
export const partnerKeys = Object.keys(partnerSchema.shape) as readonly PartnerKey[]
