import type { DonationRecord } from '../../../../client/donations/record.ts'
import { isJsonObject } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { PLAIN_HIDDEN_FIELDS } from '../../../../contract/fields.ts'
import { ADVISOR_FIELDS, LISTED_COUNTRIES, type RequirementId } from '../../../../contract/index.ts'
import {
  type Context,
  describeFields,
  type Received,
  violate,
  wrongFields,
} from '../../../../harness/authoring/index.ts'
import { emailShown, type HiddenField, hiddenValues, isDesignation } from '../../../support/hidden.ts'
import { isStored } from '../../../support/stored.ts'
import type { Move } from './moves.ts'

/** What can be seen of a donation beside its donor: a field is absent where it cannot. */
export interface Links {
  readonly shown: Readonly<Record<string, unknown>>
  /** Whether the inspector showed it, and not the record of an answer. */
  readonly isInspected: boolean
}

const FIELDS = ['designation_id', 'advisor', ...PLAIN_HIDDEN_FIELDS] as const

/** What an update did that it must not do. */
interface Breach {
  readonly expected: string
  readonly received: string | Received
  readonly breaks: RequirementId
}

/** What the inspector shows where there is one, else the record. */
export async function linksOf(context: Context, donation: string, record: DonationRecord): Promise<Links> {
  const stored = await context.inspectorIfAny?.donation(donation)
  return { shown: pick(stored ? { ...stored } : record), isInspected: stored !== undefined }
}

function pick(shown: Readonly<Record<string, unknown>>): Links['shown'] {
  return Object.fromEntries(FIELDS.filter((field) => field in shown).map((field) => [field, shown[field]]))
}

/**
 * Judges what an accepted update did to fields that answers need not show. A record that shows all of them rightly is
 * enough: a value that is stored differently shows in the next answer.
 * @returns what is there now.
 * @throws ViolationError for the requirement that broke.
 */
export async function expectLinksModelled(
  context: Context,
  donation: string,
  before: Links,
  record: DonationRecord,
  move: Move,
  exchanges: readonly Exchange[],
): Promise<Links> {
  const inRecord: Links = { shown: pick(record), isInspected: false }
  const isComplete = FIELDS.every((field) => field in inRecord.shown)
  if (isComplete && !breachIn(before, inRecord, move)) return inRecord
  const now = await linksOf(context, donation, record)
  const isBroken = breachIn(before, now, move) !== undefined
  const breach = isBroken && breachIn(before, await lookedAt(context, donation, now, record, move), move)
  if (breach) violate(breach.expected, breach.received, exchanges, breach.breaks)
  return now
}

/** The same with what is read of plain fields beside the answers: a record may show them in a form of its own. */
async function lookedAt(
  context: Context,
  donation: string,
  now: Links,
  record: DonationRecord,
  { body }: Move,
): Promise<Links> {
  if (now.isInspected || !context.reader) return now
  const fields = PLAIN_HIDDEN_FIELDS.filter((field) => field in now.shown)
  const isExpected = (field: HiddenField, value: unknown) =>
    !(field in body) || isStored(field, body[field], value)
  const values = await hiddenValues(context, donation, { record }, fields, isExpected)
  const seen = Object.entries(values).flatMap(([field, one]) =>
    one.seen ? [[field, one.value ?? null]] : [],
  )
  return { ...now, shown: { ...now.shown, ...Object.fromEntries(seen) } }
}

function breachIn(before: Links, now: Links, { body }: Move): Breach | undefined {
  return (
    ('designation_id' in now.shown ? designationBreach(now.shown.designation_id, body) : undefined) ??
    ('advisor' in now.shown && 'advisor' in before.shown ? advisorBreach(before, now, body) : undefined) ??
    hiddenBreach(now, body)
  )
}

function designationBreach(now: unknown, { designation_id: sent }: Move['body']): Breach | undefined {
  const received = `designation_id ${JSON.stringify(now ?? null)}`
  if (typeof sent === 'string')
    return isDesignation(now, sent) === false
      ? { expected: `designation_id ${sent}`, received, breaks: 'DESIGNATION-1' }
      : undefined
  const isSet = typeof now === 'string' && now !== ''
  const breaks = sent === null ? 'DESIGNATION-5' : 'DESIGNATION-6'
  return isSet ? { expected: 'no designation', received, breaks } : undefined
}

function advisorBreach(before: Links, now: Links, { advisor: sent }: Move['body']): Breach | undefined {
  const [was, is] = [before.shown.advisor, now.shown.advisor]
  const received = `advisor ${JSON.stringify(is ?? null)}`
  const email = emailOf(is)
  if (isJsonObject(sent)) {
    // What is neither nothing nor an object has a form of its own.
    const isLinked = email === undefined ? !isNothing(is) : email === emailOf(sent)
    return isLinked ? undefined : { expected: `advisor ${emailOf(sent)}`, received, breaks: 'ADVISOR-1' }
  }
  if (sent === null) return email ? { expected: 'no advisor', received, breaks: 'ADVISOR-3' } : undefined
  // A record may show less of an advisor than the inspector.
  const isSame = before.isInspected === now.isInspected ? known(was) === known(is) : emailOf(was) === email
  const expected = `advisor ${JSON.stringify(was ?? null)}, as it was`
  return isSame ? undefined : { expected, received, breaks: 'ADVISOR-4' }
}

function hiddenBreach({ shown }: Links, body: Move['body']): Breach | undefined {
  const field = PLAIN_HIDDEN_FIELDS.find(
    (one) =>
      one in body && one in shown && !isJsonObject(shown[one]) && !isStored(one, body[one], shown[one]),
  )
  if (!field) return undefined
  const received = wrongFields([field], { [field]: shown[field] ?? null })
  return { expected: describeFields([field], body), received, breaks: keeping(field, body[field]) }
}

/** The requirement by which a hidden field is kept. */
function keeping(field: (typeof PLAIN_HIDDEN_FIELDS)[number], value: unknown): RequirementId {
  if (field === 'memo' || field === 'donor_postal_code') return 'UPDATE-8'
  if (field !== 'donor_country') return 'PLEDGED-1'
  return LISTED_COUNTRIES.some((code) => code === value) ? 'UPDATE-8' : 'UPDATE-9'
}

function isNothing(advisor: unknown): boolean {
  const isEmptyList = Array.isArray(advisor) && advisor.length === 0
  return advisor === undefined || advisor === null || advisor === '' || advisor === false || isEmptyList
}

function emailOf(advisor: unknown): string | undefined {
  return emailShown(advisor)?.toLowerCase()
}

/**
 * The fields of an advisor that an update may set, with the email in lower case: other fields may change by
 * themselves.
 */
function known(advisor: unknown): string {
  if (!isJsonObject(advisor)) return emailOf(advisor) ?? 'none'
  const fields = ADVISOR_FIELDS.map((field) => advisor[field] ?? '')
  return JSON.stringify([emailOf(advisor) ?? '', ...fields.slice(1)])
}
