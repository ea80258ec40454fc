import { z } from 'zod'
import { ASSIGNED_COUNTRIES } from './countries.ts'

/*
 * Each message completes a sentence that starts with the name of the field: `contractIssues` says what came instead.
 * Descriptions go into the OpenAPI document.
 */
const text = z.string({ error: 'must be a string' })

const filledText = z
  .string({ error: 'must be a non-empty string' })
  .min(1, { error: 'must be a non-empty string' })

// Wide enough for quoted and non-ASCII local parts: unusual addresses are no violation of the contract.
const emailAddress = z.email({ error: 'must be an email address', pattern: z.regexes.rfc5322Email })

/** A token response, of the code exchange and of the refresh alike (RFC 6749 §5.1). Further fields are legal. */
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
export type TokenResponse = z.infer<typeof tokenResponseSchema>

/** An error of the token endpoint (RFC 6749 §5.2), and the body that refuses an expired access token. */
export const oauthErrorSchema = z.looseObject(
  {
    error: text.meta({ description: 'Code of the error, such as invalid_grant' }),
    error_description: text.meta({ description: 'The error in words' }),
  },
  { error: 'must be an object' },
)
export type OAuthError = z.infer<typeof oauthErrorSchema>

/** The advisor of an update: the email is what links or creates one. */
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
export type Advisor = z.infer<typeof advisorSchema>

/** The body of PUT and PATCH, in the declared types. Which values fit the donation only the service knows. */
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
export type UpdateDonationRequest = z.infer<typeof updateDonationRequestSchema>

/** A donation as an update returns it. The contract documents these eight fields and leaves the rest open. */
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
export type Donation = z.infer<typeof donationSchema>

/** What a successful update answers: the donation under the key `data`, and nothing beside it. */
export const updateDonationResponseSchema = z.strictObject(
  { data: donationSchema },
  { error: 'must be an object whose single key is `data`' },
)
export type UpdateDonationResponse = z.infer<typeof updateDonationResponseSchema>

/** A hostile body can break the contract a million times; nobody reads more than these. */
const MOST_ISSUES = 20

/**
 * Says in which ways a value breaks a schema of the contract, one sentence each: which field, what it must be, what
 * kind of value came instead. Never shows a received string, which may be a secret or personal data.
 * @returns no sentence where the value keeps the schema; at most twenty, and how many more there are
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
  // Where the kind is right the kind explains nothing; a number may be shown, a string never.
  if (issue.code !== 'invalid_type' || issue.expected === 'int') {
    if (typeof input === 'number') return `number ${input}`
    if (typeof input === 'string') return 'another string'
  }
  return typeof input
}
