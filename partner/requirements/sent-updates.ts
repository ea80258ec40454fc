import { isJsonObject } from '../../client/http/answer.ts'
import { contractIssues, GATED_FIELDS, updateDonationRequestSchema } from '../../contract/index.ts'
import { type Call, jsonBodyOf, membersOf } from '../service/call.ts'
import type { Changes } from './change-examples.ts'

/** How an update breaks the contract whatever was asked for; undefined where it does not. */
export function formProblem(call: Call): string | undefined {
  const type = call.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!/^(PUT|PATCH)$/.test(call.method)) return `an update by ${call.method}`
  if (type !== 'application/json') return `an update with the content type ${type ?? 'none'}`
  // RFC 8259, 8.1: some encoders begin every text with one, and many parsers stumble over it.
  if (call.body.startsWith('\ufeff')) return 'an update whose JSON begins with a byte order mark'
  const body = jsonBodyOf(call)
  if (!isJsonObject(body)) return 'an update whose body is no JSON object'
  const [issue] = contractIssues(updateDonationRequestSchema, withPlainEmails(body))
  return issue && `an update whose ${issue}`
}

/** What most validators take for an address, though not all would: two dots in a row, a hyphen at an end. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The body with an ordinary address for each that only strict validators refuse: the contract names no rule for them. */
function withPlainEmails(body: Changes): Changes {
  const plain = (email: unknown) =>
    typeof email === 'string' && LOOKS_LIKE_EMAIL.test(email) ? 'ann@example.org' : email
  const { donor_email: donor, advisor } = body
  return {
    ...body,
    ...(donor === undefined ? {} : { donor_email: plain(donor) }),
    ...(isJsonObject(advisor) && 'email' in advisor
      ? { advisor: { ...advisor, email: plain(advisor.email) } }
      : {}),
  }
}

/** The gated fields that an update holds. */
export function gatedIn(call: Call): string[] {
  const body = membersOf(call)
  return GATED_FIELDS.filter((field) => field in body)
}

/** The designation that an update sets; null where it sets none: leaving it out clears it. */
export function designationIn(call: Call): string | null {
  const { designation_id: id } = membersOf(call)
  return typeof id === 'string' ? id.toLowerCase() : null
}
