import { describe, expect, it } from 'vitest'
import {
  ADVISOR_FIELDS,
  advisorSchema,
  contractIssues,
  donationSchema,
  OBSERVABLE_FIELDS,
  oauthErrorSchema,
  tokenResponseSchema,
  UPDATE_FIELDS,
  updateDonationRequestSchema,
  updateDonationResponseSchema,
} from '../../contract/index.ts'

const tokenResponse = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 3600,
  ig_organizations: [{ id: '17', name: 'Harbour Food Bank' }],
}

const donation = Object.fromEntries(OBSERVABLE_FIELDS.map((field) => [field, `some ${field}`]))

describe('the token response', () => {
  it.each([
    ['one organization', tokenResponse],
    ['no organization', { ...tokenResponse, ig_organizations: [] }],
    [
      'further fields',
      { ...tokenResponse, scope: 'all', ig_organizations: [{ id: 'a', name: '', city: 'Oslo' }] },
    ],
  ])('may have %s', (_, value) => {
    expect(contractIssues(tokenResponseSchema, value)).toEqual([])
  })

  it.each([
    [{ access_token: undefined }, 'field `access_token` must be a non-empty string, received nothing'],
    [{ access_token: 12345 }, 'field `access_token` must be a non-empty string, received number'],
    [{ refresh_token: '' }, 'field `refresh_token` must be a non-empty string, received an empty string'],
    [{ refresh_token: null }, 'field `refresh_token` must be a non-empty string, received null'],
    [{ token_type: 'bearer' }, 'field `token_type` must be exactly `Bearer`, received another string'],
    [{ token_type: undefined }, 'field `token_type` must be exactly `Bearer`, received nothing'],
    [{ expires_in: '3600' }, 'field `expires_in` must be a positive integer, received string'],
    [{ expires_in: 0 }, 'field `expires_in` must be a positive integer, received number 0'],
    [{ expires_in: 0.5 }, 'field `expires_in` must be a positive integer, received number 0.5'],
    [{ ig_organizations: {} }, 'field `ig_organizations` must be an array, received object'],
    [{ ig_organizations: ['17'] }, 'field `ig_organizations[0]` must be an object, received string'],
    [
      { ig_organizations: [{ id: 17, name: 'Harbour Food Bank' }] },
      'field `ig_organizations[0].id` must be a non-empty string, received number',
    ],
    [
      { ig_organizations: [{ id: '17', name: 'Harbour Food Bank' }, { id: '18' }] },
      'field `ig_organizations[1].name` must be a string, received nothing',
    ],
  ])('may not have %j', (change, issue) => {
    expect(contractIssues(tokenResponseSchema, { ...tokenResponse, ...change })).toEqual([issue])
  })

  it.each([
    [[], 'the body must be an object, received array'],
    [undefined, 'the body must be an object, received nothing'],
    ['tokens', 'the body must be an object, received string'],
  ])('may not be %j', (value, issue) => {
    expect(contractIssues(tokenResponseSchema, value)).toEqual([issue])
  })
})

describe('the OAuth error', () => {
  it('has a code and a description, and whatever else', () => {
    const value = { error: 'invalid_grant', error_description: '', error_uri: 'https://example.org' }
    expect(contractIssues(oauthErrorSchema, value)).toEqual([])
  })

  it('says what is missing', () => {
    expect(contractIssues(oauthErrorSchema, { error: 400 })).toEqual([
      'field `error` must be a string, received number',
      'field `error_description` must be a string, received nothing',
    ])
  })
})

describe('the update request', () => {
  const whole = {
    donor_first_name: 'Zoë',
    donor_last_name: "O'Brien-日本",
    donor_email: "zoe.o'brien+gifts@mail.example.org",
    donor_address_line_1: '1 Quay Street',
    donor_address_line_2: '',
    donor_city: 'Oslo',
    donor_province: 'Oslo',
    donor_postal_code: '0150',
    donor_country: 'no',
    designation_id: '11111111-1111-1111-1111-111111111111',
    memo: 'In memory of Ada',
    quantity: 2,
    identifier: 'A-17',
    source: 'gala',
    advisor: { email: 'advisor@example.org', firm_name: 'Fjord Advisors' },
  }

  it('is described field by field', () => {
    expect(Object.keys(updateDonationRequestSchema.shape).sort()).toEqual([...UPDATE_FIELDS].sort())
    expect(Object.keys(advisorSchema.shape).sort()).toEqual([...ADVISOR_FIELDS].sort())
    expect(Object.keys(whole).sort()).toEqual([...UPDATE_FIELDS].sort())
  })

  it.each([
    [{}],
    [whole],
    [{ designation_id: null, advisor: null }],
    [{ advisor: { email: 'advisor@example.org' } }],
    [{ unheard_of: true }],
  ])('may be %j', (value) => {
    expect(contractIssues(updateDonationRequestSchema, value)).toEqual([])
  })

  it.each([
    [{ donor_first_name: 7 }, 'field `donor_first_name` must be a string, received number'],
    [{ donor_city: null }, 'field `donor_city` must be a string, received null'],
    [{ donor_email: 'zoe@' }, 'field `donor_email` must be an email address, received another string'],
    [
      { donor_country: 'NO' },
      'field `donor_country` must be an ISO 3166-1 alpha-2 code in lower case, received another string',
    ],
    [{ designation_id: '' }, 'field `designation_id` must be a UUID or null, received an empty string'],
    [
      { designation_id: '11111111-1111-1111-1111-1111111111111' },
      'field `designation_id` must be a UUID or null, received another string',
    ],
    [{ quantity: '2' }, 'field `quantity` must be a number, received string'],
    [{ source: false }, 'field `source` must be a string, received boolean'],
    [{ advisor: {} }, 'field `advisor.email` must be an email address, received nothing'],
    [{ advisor: { email: null } }, 'field `advisor.email` must be an email address, received null'],
    [{ advisor: 'advisor@example.org' }, 'field `advisor` must be an object or null, received string'],
    [
      { advisor: { email: 'advisor@example.org', bio: ['long'] } },
      'field `advisor.bio` must be a string, received array',
    ],
  ])('may not be %j', (value, issue) => {
    expect(contractIssues(updateDonationRequestSchema, value)).toEqual([issue])
  })
})

describe('the update response', () => {
  it('shows the observable fields', () => {
    expect(Object.keys(donationSchema.shape).sort()).toEqual([...OBSERVABLE_FIELDS].sort())
  })

  it('may show more of the donation', () => {
    expect(
      contractIssues(updateDonationResponseSchema, { data: { ...donation, status: 'pledged' } }),
    ).toEqual([])
  })

  it.each([
    [donation, 'field `data` must be an object, received nothing'],
    [{ data: [donation] }, 'field `data` must be an object, received array'],
    [{ data: { ...donation, id: 17 } }, 'field `data.id` must be a string, received number'],
    [{ data: { ...donation, donor_city: null } }, 'field `data.donor_city` must be a string, received null'],
    [
      { data: donation, meta: {} },
      'the body must be an object whose single key is `data`, received 1 other key',
    ],
  ])('may not be %j', (value, issue) => {
    expect(contractIssues(updateDonationResponseSchema, value)).toContain(issue)
  })
})

describe('the wording of issues', () => {
  it('never shows a received string', () => {
    const secret = 's3cr3t-0f-th3-us3r'
    const value = { ...tokenResponse, token_type: secret, expires_in: secret, ig_organizations: [secret] }
    const issues = contractIssues(tokenResponseSchema, value)
    expect(issues).toHaveLength(3)
    expect(issues.join('\n')).not.toContain(secret)
  })

  it('stays short however much is wrong', () => {
    const issues = contractIssues(tokenResponseSchema, {
      ...tokenResponse,
      ig_organizations: Array(5000).fill(0),
    })
    expect(issues).toHaveLength(21)
    expect(issues.at(-1)).toBe('and 4980 more')
  })
})
