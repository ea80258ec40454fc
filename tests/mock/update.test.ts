import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Partner, send } from './partner.ts'

let partner: Partner
let token: string
let pledged: string
let settled: string
beforeAll(async () => {
  partner = await Partner.start()
  token = (await partner.tokens()).access
  pledged = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  settled = partner.id('SANDBOX_NON_PLEDGED_DONATION_IDS')
})
afterAll(() => partner.mock.close())

async function stored(id: string) {
  return (await partner.inspect(`/donations/${id}`)).json
}

describe.each(['PUT', 'PATCH'])('%s', (method) => {
  test('answers 200 with the whole record under data, and keeps what was left out', async () => {
    const before = await stored(pledged)
    const reply = await partner.update(token, pledged, { donor_city: 'Kraków', memo: 'אבג' }, method)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      data: { ...before, donor_city: 'Kraków', memo: 'אבג', designation_id: null },
    })
    expect(await stored(pledged)).toEqual(reply.json.data)
  })

  test('takes all sixteen fields at once', async () => {
    const body = {
      donor_first_name: 'Zoë',
      donor_last_name: '王',
      donor_email: 'zoe+x@mail.example.org',
      donor_address_line_1: '1 Ünter',
      donor_address_line_2: '',
      donor_city: 'Ōsaka',
      donor_province: 'Ōsaka-fu',
      donor_postal_code: '530-0001',
      donor_country: 'jp',
      designation_id: partner.id('SANDBOX_DESIGNATION_IDS', 1),
      memo: '🎁',
      quantity: 3,
      identifier: 'A-1',
      source: 'gala',
      advisor: {
        email: 'new@advice.example.com',
        first_name: 'Nia',
        bio: 'b',
        sec_url: 'https://sec.example',
      },
    }
    const reply = await partner.update(token, pledged, body, method)
    expect(reply.json.data).toMatchObject(body)
  })

  test.each([
    ['name', { donor_first_name: 7 }],
    ['name null', { donor_first_name: null }],
    ['memo', { memo: ['x'] }],
    ['email', { donor_email: 'nobody@' }],
    ['email null', { donor_email: null }],
    ['country in capitals', { donor_country: 'DE' }],
    ['unknown country', { donor_country: 'xx' }],
    ['three-letter country', { donor_country: 'deu' }],
    ['quantity as text', { quantity: '2' }],
    ['quantity null', { quantity: null }],
    ['identifier', { identifier: 7 }],
    ['source', { source: {} }],
    ['designation as number', { designation_id: 7 }],
    ['empty designation', { designation_id: '' }],
    ['malformed designation', { designation_id: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(13)}` }],
    ['unknown designation', { designation_id: '3f2b1c1e-7d7f-4b5e-9b2b-2d7a1f0e4c55' }],
    ['advisor as text', { advisor: 'a@b.example' }],
    ['advisor as array', { advisor: [{ email: 'a@b.example' }] }],
    ['empty advisor', { advisor: {} }],
    ['advisor without email', { advisor: { first_name: 'Nia', title: 'Dr' } }],
    ['advisor with null email', { advisor: { email: null } }],
    ['advisor with no address', { advisor: { email: 'a b@c.example' } }],
    ['advisor with a numeric name', { advisor: { email: 'a@b.example', last_name: 1 } }],
  ])('refuses a wrong %s and applies nothing beside it', async (_name, body) => {
    const before = await stored(pledged)
    const reply = await partner.update(token, pledged, { donor_city: 'Nowhere', ...body }, method)
    expect(reply.status).toBe(422)
    expect(reply.json).toMatchObject({ error: 'invalid_field', fields: [{ message: expect.any(String) }] })
    expect(await stored(pledged)).toEqual(before)
  })

  test('refuses a designation of another campaign', async () => {
    const designation_id = partner.env('SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID')
    expect((await partner.update(token, pledged, { designation_id }, method)).status).toBe(422)
  })

  test.each([
    { quantity: 2 },
    { identifier: 'X' },
    { source: 'X' },
    { quantity: 2, identifier: 'X', source: 'X' },
    { quantity: null },
    { identifier: '' },
  ])('refuses %j for a donation that is not pledged', async (fields) => {
    const before = await stored(settled)
    const advisor = { email: 'gated@advice.example.com' }
    const reply = await partner.update(token, settled, { ...fields, memo: 'x', advisor }, method)
    expect(reply.status).toBe(422)
    expect(await stored(settled)).toEqual(before)
    expect((await partner.inspect(`/advisors?email=${advisor.email}`)).json).toEqual({ advisors: [] })
  })

  test('refuses a gated field even with the value it has', async () => {
    const { identifier } = await stored(settled)
    expect((await partner.update(token, settled, { identifier }, method)).json.error).toBe('not_pledged')
  })

  test('updates the other fields of a donation that is not pledged', async () => {
    const body = { donor_city: 'Lima', donor_country: 'pe', memo: 'x', advisor: { email: 'p@a.example.com' } }
    expect((await partner.update(token, settled, body, method)).json.data).toMatchObject(body)
  })
})

describe('the designation', () => {
  test('is set, and cleared by null and by leaving it out', async () => {
    const designation_id = partner.id('SANDBOX_DESIGNATION_IDS')
    await partner.update(token, pledged, { designation_id })
    expect(await stored(pledged)).toMatchObject({ designation_id })
    await partner.update(token, pledged, { designation_id: null })
    expect(await stored(pledged)).toMatchObject({ designation_id: null })
    await partner.update(token, pledged, { designation_id })
    await partner.update(token, pledged, {})
    expect(await stored(pledged)).toMatchObject({ designation_id: null })
  })
})

describe('the advisor', () => {
  test('is linked again by the same address, kept when left out, cleared by null', async () => {
    const other = partner.id('SANDBOX_PLEDGED_DONATION_IDS', 1)
    await partner.update(token, pledged, { advisor: { email: 'ann@advice.example.com', title: 'Dr' } })
    const { advisor } = await stored(pledged)
    await partner.update(token, other, {
      advisor: { email: 'ANN@advice.example.com', firm_name: 'Ann & Co' },
    })
    expect((await stored(other)).advisor).toEqual({ ...Object(advisor), firm_name: 'Ann & Co' })
    const { json } = await partner.inspect('/advisors?email=ann@advice.example.com')
    expect(json.advisors).toHaveLength(1)
    await partner.update(token, other, { memo: 'x' })
    expect((await stored(other)).advisor).not.toBeNull()
    await partner.update(token, other, { advisor: null })
    expect((await stored(other)).advisor).toBeNull()
    expect((await stored(pledged)).advisor).not.toBeNull()
  })
})

describe('a body', () => {
  test.each([
    ['nothing', null, 400],
    ['an array', '[]', 400],
    ['a string', '"x"', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['truncated JSON', '{"memo":"x"', 400],
    ['a byte order mark', '\ufeff{}', 400],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['two megabytes', JSON.stringify({ memo: 'x'.repeat(2_000_000) }), 413],
  ])('of %s is refused', async (_name, body, status) => {
    const reply = await partner.updateRaw(token, pledged, body)
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toBe('application/json')
  })

  test('of another content type is refused', async () => {
    const reply = await partner.updateRaw(token, pledged, '{}', 'PUT', { 'content-type': 'text/plain' })
    expect(reply.status).toBe(415)
  })

  test('may hold unknown fields, which change nothing', async () => {
    const before = await stored(settled)
    const body = '{"__proto__":{"x":1},"constructor":1,"status":"pledged","id":"x"}'
    expect((await partner.updateRaw(token, settled, body)).status).toBe(200)
    expect(await stored(settled)).toEqual({ ...before, designation_id: null })
  })
})

describe('a caller', () => {
  test('without a token gets the bare challenge', async () => {
    const url = `${partner.mock.urls.sandboxApi}/v1/donations/${pledged}`
    const reply = await send(`${url}?access_token=${token}`, { method: 'PATCH', body: '{"memo":"x"}' })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="donation-partner-api"')
  })

  test.each([
    ['made-up token', () => 'Bearer made-up'],
    ['truncated token', () => `Bearer ${token.slice(0, -1)}`],
    ['expired token', () => `Bearer ${partner.env('SANDBOX_EXPIRED_ACCESS_TOKEN')}`],
  ])('with a %s gets invalid_token', async (_name, authorization) => {
    const before = await stored(pledged)
    const reply = await partner.updateRaw('', pledged, '{"memo":"y"}', 'PUT', {
      authorization: authorization(),
    })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(reply.json).toEqual({ error: 'invalid_token', error_description: expect.any(String) })
    expect(await stored(pledged)).toEqual(before)
  })

  test('with another scheme or a refresh token gets 401', async () => {
    const { refresh } = await partner.tokens()
    for (const authorization of [`Basic ${token}`, token, `Bearer ${refresh}`]) {
      expect((await partner.updateRaw('', pledged, '{}', 'PUT', { authorization })).status).toBe(401)
    }
  })

  test('may not touch a donation of another organization', async () => {
    const foreign = partner.env('SANDBOX_FOREIGN_DONATION_ID')
    const { access: memberToken } = await partner.tokens('NO_ORG')
    const { access: foreignToken } = await partner.tokens('MULTI_ORG')
    expect((await partner.update(token, foreign, { memo: 'x' })).status).toBe(403)
    expect((await partner.update(memberToken, pledged, { memo: 'x' })).status).toBe(403)
    expect((await partner.update(foreignToken, foreign, { memo: 'x' })).status).toBe(200)
  })

  test('gets JSON errors for what does not exist', async () => {
    const unknown = await partner.update(token, 'nothing', {})
    expect([unknown.status, unknown.json.error]).toEqual([404, 'unknown_donation'])
    const route = await send(`${partner.mock.urls.sandboxApi}/donations/${pledged}`, {
      method: 'PUT',
      body: '{}',
    })
    expect([route.status, route.json.error]).toEqual([404, 'unknown_route'])
    const method = await partner.updateRaw(token, pledged, null, 'DELETE')
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'PUT, PATCH'])
  })
})
