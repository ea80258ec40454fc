import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openapiDocument, UPDATE_FIELDS } from '../../contract/index.ts'

const jsonObject = z.record(z.string(), z.unknown())
const document = z
  .object({
    openapi: z.string(),
    paths: z.record(z.string(), jsonObject),
    components: z.object({
      schemas: z.record(z.string(), z.object({ properties: jsonObject }).loose()),
      securitySchemes: z.record(z.string(), z.object({ type: z.string() })),
    }),
  })
  .parse(openapiDocument())

describe('the OpenAPI document', () => {
  it('describes the five operations of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      ['get', 'post', 'put', 'patch'].filter((method) => method in item).map((method) => `${method} ${path}`),
    )
    expect(operations).toEqual([
      'get /oauth2/authorize',
      'post /oauth2/token',
      'get /v1/organizations',
      'put /v1/donations/{id}',
      'patch /v1/donations/{id}',
    ])
  })

  it('takes its schemas from the contract', () => {
    const request = document.components.schemas.UpdateDonationRequest
    expect(Object.keys(request?.properties ?? {}).sort()).toEqual([...UPDATE_FIELDS].sort())
    expect(document.components.schemas.UpdateDonationResponse).toMatchObject({
      required: ['data'],
      additionalProperties: false,
    })
  })

  it('resolves each of its references', () => {
    const names = [...JSON.stringify(openapiDocument()).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)))
  })

  it('is plain JSON, and authorizes by OAuth 2.0', () => {
    expect(JSON.parse(JSON.stringify(openapiDocument()))).toEqual(openapiDocument())
    expect(document.components.securitySchemes).toMatchObject({ oauth2: { type: 'oauth2' } })
  })
})

it('a validator that nobody here wrote takes it for OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(jsonObject.parse(openapiDocument()))
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})
