import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readPartnerEnvironment } from '../../partner/environment/read-environment.ts'
import { partnerKeys } from '../../partner/environment/schema.ts'
import { partnerFile } from './examining.ts'

const example = resolve(import.meta.dirname, '../../.env.partner.example')

test('the example names every key, in order, and is an environment itself', () => {
  const named = [...readFileSync(example, 'utf8').matchAll(/^(PARTNER_\w+)=/gm)].map(([, key]) => key)
  expect(named).toEqual([...partnerKeys])
  expect(readPartnerEnvironment(example)).toMatchObject({
    appUrl: 'http://127.0.0.1:{port}',
    redirectUri: 'https://partner.example/oauth/callback',
    connect: { method: 'GET', path: '/connect' },
    update: { method: 'POST', path: '/update' },
    choose: { method: 'POST', path: '/organization' },
    connection: { method: 'GET', path: '/connection' },
  })
})

test('a command keeps its dollar signs', async () => {
  const file = await partnerFile({ PARTNER_START: 'PORT=$PORT OWN_ID=$DONATION_CLIENT_ID npm start' })
  expect(readPartnerEnvironment(file).start).toBe('PORT=$PORT OWN_ID=$DONATION_CLIENT_ID npm start')
})

test('what is left empty is not there, and what is left out is as usual', async () => {
  const file = await partnerFile({ PARTNER_START: 'x', PARTNER_CHOOSE: '', PARTNER_CONNECTION: '' })
  const config = readPartnerEnvironment(file)
  expect(config).not.toHaveProperty('choose')
  expect(config).not.toHaveProperty('connection')
  expect(config.update).toEqual({ method: 'POST', path: '/update' })
})

test.each([
  [{ PARTNER_START: 'x', OTHER: 'y' }, 'OTHER is no known key'],
  [
    { PARTNER_START: 'x', PARTNER_APP_URL: 'http://127.0.0.1:{port}/app' },
    'PARTNER_APP_URL must be an http or https URL without path',
  ],
  [{ PARTNER_APP_URL: 'http://127.0.0.1:{port}' }, 'PARTNER_APP_URL holds {port}, which takes PARTNER_START'],
  [{ PARTNER_CONNECT: 'GET /connect' }, 'PARTNER_APP_URL is missing'],
  [{ PARTNER_START: 'x', PARTNER_UPDATE: '/update' }, 'PARTNER_UPDATE must be empty, or a method and a path'],
  [{ PARTNER_START: 'x', PARTNER_CONNECT: '' }, 'PARTNER_CONNECT must be a method and a path'],
  [
    { PARTNER_START: 'x', PARTNER_REDIRECT_URI: 'http://partner.example/cb' },
    'PARTNER_REDIRECT_URI must be an https URL',
  ],
  [{ PARTNER_START: 'x', PARTNER_AUTH_PORT: '70000' }, 'PARTNER_AUTH_PORT must be a port'],
])('%j is a mistake', async (keys, says) => {
  const file = await partnerFile(keys)
  expect(() => readPartnerEnvironment(file)).toThrow(says)
})
