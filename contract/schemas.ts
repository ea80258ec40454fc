import { z } from 'zod'
import { ASSIGNED_COUNTRIES } from './countries.ts'

/*
 * Each message completes a sentence that starts with the name of the field; `contractIssues` builds that
 * sentence. Descriptions go into the OpenAPI document.
 */
const text = z.string({ error: 'must be a string' })

const filledText = z
  .string({ error: 'must be a non-empty string' })
  .min(1, { error: 'must be a non-empty string' })

// Wide enough for quoted and non-ASCII local parts: unusual addresses are no violation of the contract.
const emailAddress = z.email({ error: 'must be an email address', pattern: z.regexes.rfc5322Email })

/** The body of a successful code exchange or refresh (Token response; RFC 6749 §5.1). */
export const tokenResponseSchema = z.looseObject(
  {
    access_token: filledText.meta({ description: 'Bearer token that opens the API' }),
    refresh_token: filledText.meta({
      description: 'Gets the next access token; each response may bring a new one, which replaces it',
    }),
    token_type: z.literal('Bearer', { error: 'must be exactly `Bearer`' }),
    expires_in: z
      .int({ error: 'must be a positive integer' })
      .positive({ error: 'must be a positive integer' })
      .meta({ description: 'Seconds until the access token expires, usually 3600' }),
    ig_organizations: z
      .array(
        z.looseObject(
          {
            id: filledText.meta({ description: 'Public id of the organization, as API paths use it' }),
            name: text,
          },
          { error: 'must be an object' },
        ),
        { error: 'must be an array' },
      )
      .meta({ description: 'Nonprofit organizations that the token acts for: none, one or several' }),
  },
  { error: 'must be an object' },
)
/** A valid token response, with any further fields. `expires_in` is in seconds. */
export type TokenResponse = z.infer<typeof tokenResponseSchema>

/** The body that refuses a token request or an expired access token (Errors; RFC 6749 §5.2). */
export const oauthErrorSchema = z.looseObject(
  {
    error: text.meta({ description: 'Code of the error, such as invalid_grant' }),
    error_description: text.meta({ description: 'The error in words' }),
  },
  { error: 'must be an object' },
)
/** A valid OAuth error, with any further fields. */
export type OAuthError = z.infer<typeof oauthErrorSchema>

/** The advisor object of an update, which links or creates the advisor with its email (Advisor object). */
export const advisorSchema = z.looseObject(
  {
    email: emailAddress.meta({ description: 'Links the advisor with this address, or creates one' }),
    first_name: text.optional(),
    middle_name: text.optional(),
    last_name: text.optional(),
    title: text.optional(),
    bio: text.optional(),
    sec_url: text.optional(),
    firm_name: text.optional(),
  },
  { error: 'must be an object or null' },
)
/** A valid advisor of an update: the email, and any of the other fields. */
export type Advisor = z.infer<typeof advisorSchema>

/**
 * The body of PUT and PATCH (Donation, update request body). Checks types and formats alone: a valid value
 * may still be refused for this donation, such as a designation of another campaign. More fields may follow.
 */
export const updateDonationRequestSchema = z.looseObject(
  {
    donor_first_name: text.optional(),
    donor_last_name: text.optional(),
    donor_email: emailAddress.optional(),
    donor_address_line_1: text.optional(),
    donor_address_line_2: text.optional(),
    donor_city: text.optional(),
    donor_province: text.optional(),
    donor_postal_code: text.optional(),
    donor_country: z
      .enum(ASSIGNED_COUNTRIES, { error: 'must be an ISO 3166-1 alpha-2 code in lower case' })
      .optional()
      .meta({ description: 'ISO 3166-1 alpha-2 code in lower case' }),
    // guid(), not uuid(): the contract names no version of UUID, and uuid() knows only those of RFC 9562.
    designation_id: z
      .guid({ error: 'must be a UUID or null' })
      .nullable()
      .optional()
      .meta({ description: "Designation of the donation's campaign; null, or leaving it out, clears it" }),
    memo: text.optional(),
    quantity: z
      .number({ error: 'must be a number' })
      .optional()
      .meta({ description: 'Whole number in practice; only while the donation is pledged' }),
    identifier: text.optional().meta({ description: 'Only while the donation is pledged' }),
    source: text.optional().meta({ description: 'Only while the donation is pledged' }),
    advisor: advisorSchema
      .nullable()
      .optional()
      .meta({ description: 'Links or creates an advisor; null clears it, leaving it out keeps it' }),
  },
  { error: 'must be an object' },
)
/** A valid update: any subset of the fields. */
export type UpdateDonationRequest = z.infer<typeof updateDonationRequestSchema>

/** A donation in the response to an update (Donation, update response); more fields may follow. */
export const donationSchema = z.looseObject(
  {
    id: text,
    donor_first_name: text,
    donor_last_name: text,
    donor_email: text,
    donor_address_line_1: text,
    donor_address_line_2: text,
    donor_city: text,
    donor_province: text,
  },
  { error: 'must be an object' },
)
/** A valid donation record: the eight documented fields, with any further ones. */
export type Donation = z.infer<typeof donationSchema>

/** The body of a successful update: the donation under the single key `data` (Donation, update response). */
export const updateDonationResponseSchema = z.strictObject(
  { data: donationSchema },
  { error: 'must be an object whose single key is `data`' },
)
/** A valid response to an update: `{ data }`. */
export type UpdateDonationResponse = z.infer<typeof updateDonationResponseSchema>

/** Limits the sentences for one body: a hostile one could have a million invalid fields. */
const MOST_ISSUES = 20

/**
 * Lists the ways in which a value breaks a schema, in sentences such as "field `expires_in` must be a
 * positive integer, received another string". Never quotes a received string, which may be a secret or
 * personal data.
 * @returns one sentence for each issue, without a full stop; beyond twenty, one more that says how many were
 * left out; empty where the value is valid
 */
export function contractIssues(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return []
  const { issues } = result.error
  const sentences = issues
    .slice(0, MOST_ISSUES)
    .map((issue) => `${addressOf(issue.path)} ${issue.message}, received ${receivedBy(issue)}`)
  const more = issues.length - sentences.length
  return more > 0 ? [...sentences, `and ${more} more`] : sentences
}

function addressOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the body'
  const address = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `field \`${address.replace(/^\./, '')}\``
}

function receivedBy(issue: z.core.$ZodIssue): string {
  const { input } = issue
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.length} other ${issue.keys.length === 1 ? 'key' : 'keys'}`
  }
  if (input === undefined) return 'nothing'
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'array'
  if (input === '') return 'an empty string'
  // Naming the type explains nothing where the type is right. A number may be shown, a string may not.
  if (issue.code !== 'invalid_type' || issue.expected === 'int') {
    if (typeof input === 'number') return `number ${input}`
    if (typeof input === 'string') return 'another string'
  }
  return typeof input
}
