import { z } from 'zod'
import {
  oauthErrorSchema,
  tokenResponseSchema,
  updateDonationRequestSchema,
  updateDonationResponseSchema,
} from './schemas.ts'

// The contract names no hosts; these are placeholders for the two of an environment.
const AUTH_URL = 'https://auth.example.org'
const API_URL = 'https://api.example.org'

/** The parts of an OpenAPI 3.1 document; their contents are not typed further. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly jsonSchemaDialect: string
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, object>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

/**
 * Describes the interface as an OpenAPI 3.1 document, with schemas generated from the zod schemas. Where the
 * contract leaves a status or a body open, the document gives a status range and an empty schema or none.
 * @returns a new plain object that JSON can hold
 */
export function openapiDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Donation Partner API',
      version: '1',
      description:
        'Authorization of partner applications, and the update of donations on behalf of nonprofits.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: API_URL, description: 'API host of the environment' }],
    security: [{ oauth2: [] }],
    paths: {
      '/oauth2/authorize': { servers: authServers(), get: authorize() },
      '/oauth2/token': { servers: authServers(), post: token() },
      '/v1/organizations': { get: organizations() },
      '/v1/donations/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        put: update('putDonation'),
        patch: update('patchDonation'),
      },
    },
    components: {
      schemas: {
        TokenResponse: jsonSchema(tokenResponseSchema),
        OAuthError: jsonSchema(oauthErrorSchema),
        UpdateDonationRequest: jsonSchema(updateDonationRequestSchema),
        UpdateDonationResponse: jsonSchema(updateDonationResponseSchema),
      },
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: 'The contract names no scopes.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${AUTH_URL}/oauth2/authorize`,
              tokenUrl: `${AUTH_URL}/oauth2/token`,
              refreshUrl: `${AUTH_URL}/oauth2/token`,
              scopes: {},
            },
          },
        },
      },
    },
  }
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
  return rest
}

const json = (schema: object) => ({ 'application/json': { schema } })
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const authServers = () => [{ url: AUTH_URL, description: 'Authorization host of the environment' }]

function authorize(): object {
  const parameter = (name: string, required: boolean, schema: object, description: string) => ({
    name,
    in: 'query',
    required,
    schema: { type: 'string', ...schema },
    description,
  })
  return {
    operationId: 'authorize',
    summary: 'Ask the user to approve the application',
    security: [],
    parameters: [
      parameter('response_type', true, { const: 'code' }, 'Kind of grant that is asked for'),
      parameter('client_id', true, {}, 'The application'),
      parameter('redirect_uri', true, { format: 'uri', pattern: '^https:' }, 'A registered https URI'),
      parameter('scope', true, {}, 'Permissions asked for, with spaces between them'),
      parameter('state', false, {}, 'Unpredictable text that protects the callback against forgery'),
    ],
    responses: {
      '3XX': { description: 'After approval, to the redirect_uri with the query parameters code and state' },
      '4XX': { description: 'The request is refused; no code is given' },
    },
  }
}

function token(): object {
  const grant = (type: string, own: readonly string[]) => {
    const names = [...own, 'client_id', 'client_secret']
    return {
      type: 'object',
      properties: {
        grant_type: { type: 'string', const: type },
        ...Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])),
      },
      required: ['grant_type', ...names],
    }
  }
  const grants = [
    grant('authorization_code', ['code', 'redirect_uri']),
    grant('refresh_token', ['refresh_token']),
  ]
  return {
    operationId: 'token',
    summary: 'Exchange a code, or refresh',
    security: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { oneOf: grants } } },
    },
    responses: {
      '2XX': { description: 'Tokens', content: json(component('TokenResponse')) },
      '4XX': { description: 'No token is given', content: json(component('OAuthError')) },
    },
  }
}

function organizations(): object {
  return {
    operationId: 'listOrganizations',
    summary: 'List organizations',
    responses: {
      '2XX': { description: 'JSON of a shape that the contract leaves open', content: json({}) },
      '4XX': { description: 'The access token is missing or refused' },
    },
  }
}

function update(operationId: string): object {
  return {
    operationId,
    summary: 'Update a donation; PUT and PATCH do the same',
    requestBody: { required: true, content: json(component('UpdateDonationRequest')) },
    responses: {
      '2XX': { description: 'The updated donation', content: json(component('UpdateDonationResponse')) },
      '401': { description: 'The access token is missing or refused' },
      '403': { description: 'The update is not permitted' },
      '4XX': { description: 'The update is rejected and nothing is changed', content: json({}) },
    },
  }
}
