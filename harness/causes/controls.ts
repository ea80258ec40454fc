import type { Api, UpdateMethod } from '../../client/donations/api.ts'
import type { DonationKind } from '../../client/donations/pool.ts'
import { recordOf } from '../../client/donations/record.ts'
import { isAccepted, isJsonObject, isRefused } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { GATED_FIELDS, type RequirementId } from '../../contract/index.ts'
import type { Finding } from '../model/violation.ts'
import { isSameJson, jsonText } from './json.ts'
import { acceptedWithout, type ShownSign, SIGNS } from './known-signs.ts'
import { donationOf, looksLikeUpdate, sentObject } from './traffic.ts'

/** What a control works with. */
interface Laboratory {
  readonly api: Pick<Api, 'update'>
  /** Lends a donation of the kind; the same one each time. */
  donation(kind: DonationKind): Promise<string>
  /** Lends several at once, which is the only way to hold several. */
  donations(one: DonationKind, other: DonationKind): Promise<readonly [string, string]>
  readonly target: { readonly pledgedDonationIds: readonly string[] }
}

/**
 * What failed, sent once more without what may be the cause. Where that tells that it was the cause, the failure gets
 * the sign.
 */
export interface Control {
  readonly sign: ShownSign
  /** It is tried where this one is broken, on failures of the others. */
  readonly cause: RequirementId
  /** Failures of one key are tried once; undefined where there is nothing to leave out. */
  key(finding: Finding): string | undefined
  /** @throws Error what the client throws. */
  tells(finding: Finding, laboratory: Laboratory): Promise<boolean>
}

type Body = Readonly<Record<string, unknown>>

/** Two texts, so that one differs from what is there. */
const TEXTS = ['Alpha', 'Bravo']
const EMAILS = ['alpha@example.org', 'bravo@example.org']
/** The fields of a donor that hold any text. */
const IS_TEXT = /^donor_(?!email|country|postal_code)/

/** In the order in which they are tried. */
export const controls: readonly Control[] = [
  withoutField('ADVISOR-1', ({ advisor }) => (isJsonObject(advisor) ? 'advisor' : undefined)),
  withoutField('ADVISOR-3', ({ advisor }) => (advisor === null ? 'advisor' : undefined)),
  withoutField('DESIGNATION-5', ({ designation_id: id }) => (id === null ? 'designation_id' : undefined)),
  {
    sign: SIGNS.acceptedWhilePledged,
    cause: 'PLEDGED-4',
    key: sameRequest,
    async tells(finding, laboratory) {
      const refused = refusedUpdate(finding)
      if (!refused || laboratory.target.pledgedDonationIds.includes(refused.id)) return false
      if (GATED_FIELDS.some((field) => field in refused.body)) return false
      return isAccepted(
        await laboratory.api.update(refused.method, await laboratory.donation('pledged'), refused.body),
      )
    },
  },
  {
    sign: SIGNS.failsInPlainLetters,
    cause: 'UPDATE-3',
    key: sameRequest,
    async tells(finding, laboratory) {
      const sent = finding.exchanges.map(updateIn).find((one) => one && isBeyondPlain(one.body))
      if (!sent) return false
      const body = inPlainLetters(sent.body)
      const id = await laboratory.donation('any')
      const wrong = fieldsOf(finding)
      // Many texts are one in plain letters: what an earlier control stored must not pass for stored by this one.
      const before = wrong.filter((field) => IS_TEXT.test(field)).map((field) => [field, TEXTS[0]])
      if (before.length > 0) await laboratory.api.update('PATCH', id, Object.fromEntries(before))
      const answer = await laboratory.api.update(sent.method, id, body)
      const record = recordOf(answer)
      return isRefused(answer) || wrong.some((field) => field in body && record?.[field] !== body[field])
    },
  },
  {
    sign: SIGNS.storedUntilNext,
    cause: 'UPDATE-4',
    key: (finding) => (wasShown(finding) ? donorField(finding) : undefined),
    tells: async (finding, laboratory) =>
      (await shownLater(finding, laboratory, await laboratory.donation('any')))?.isStored === true,
  },
  {
    sign: SIGNS.neverStored,
    cause: 'UPDATE-3',
    key: donorField,
    // What every donation shows alike may be what leaving the field out makes of it.
    async tells(finding, laboratory) {
      const [id, pledged] = await laboratory.donations('other', 'pledged')
      const one = await shownLater(finding, laboratory, id)
      if (!one || one.isStored) return false
      const other = await shownLater(finding, laboratory, pledged)
      return other !== undefined && !other.isStored && other.value !== one.value
    },
  },
]

/** The judged request. */
function sameRequest({ exchanges }: Finding): string | undefined {
  const last = exchanges.at(-1)
  const sent = last && updateIn(last)
  return sent && jsonText(sent)
}

/** The fields that were wrong. */
function fieldsOf({ wrong = [] }: Finding): readonly string[] {
  return wrong.map(({ field }) => field)
}

/** The one field of the donor that was wrong. */
function donorField(finding: Finding): string | undefined {
  const [field, ...others] = [...new Set(fieldsOf(finding))]
  return others.length === 0 && field?.startsWith('donor_') ? field : undefined
}

/** @param fieldOf the field of a refused body that the cause is about; undefined where it has none. */
function withoutField(cause: RequirementId, fieldOf: (body: Body) => string | undefined): Control {
  return {
    sign: acceptedWithout(cause),
    cause,
    key: sameRequest,
    async tells(finding, laboratory) {
      const refused = refusedUpdate(finding)
      const field = refused && fieldOf(refused.body)
      if (!refused || field === undefined) return false
      const { [field]: _, ...body } = refused.body
      const kind = laboratory.target.pledgedDonationIds.includes(refused.id) ? 'pledged' : 'other'
      return isAccepted(await laboratory.api.update(refused.method, await laboratory.donation(kind), body))
    },
  }
}

/** Whether the field was first shown as it was sent, and wrong only later. */
function wasShown(finding: Finding): boolean {
  const field = donorField(finding) ?? ''
  return finding.exchanges.slice(0, -1).some((exchange) => {
    const sent = updateIn(exchange)?.body[field]
    return sent !== undefined && recordOf(exchange)?.[field] === sent
  })
}

/** What empty updates show of a field after two other values were sent; undefined where no answer tells. */
async function shownLater(
  finding: Finding,
  laboratory: Laboratory,
  id: string,
): Promise<{ readonly value: unknown; readonly isStored: boolean } | undefined> {
  const field = donorField(finding)
  if (field === undefined) return undefined
  const values = field === 'donor_email' ? EMAILS : TEXTS
  for (const value of values)
    if (!isAccepted(await laboratory.api.update('PATCH', id, { [field]: value }))) return undefined
  const [record, again] = [
    recordOf(await laboratory.api.update('PATCH', id, {})),
    recordOf(await laboratory.api.update('PATCH', id, {})),
  ]
  // What changes by itself is no value that was there.
  if (!record || record[field] !== again?.[field]) return undefined
  return { value: record[field], isStored: record[field] === values.at(-1) }
}

interface SentUpdate {
  readonly method: UpdateMethod
  readonly id: string
  readonly body: Body
}

/** The update that was sent, as it can be sent once more: undefined where its body is nested too deep to be written. */
function updateIn(exchange: Exchange): SentUpdate | undefined {
  const body = looksLikeUpdate(exchange) ? sentObject(exchange) : undefined
  if (!body || jsonText(body) === undefined) return undefined
  const { method } = exchange.request
  return { method: method === 'PUT' ? 'PUT' : 'PATCH', id: donationOf(exchange) ?? '', body }
}

/** The judged update, where it was refused. */
function refusedUpdate({ exchanges }: Finding): SentUpdate | undefined {
  const last = exchanges.at(-1)
  return last && isRefused(last) ? updateIn(last) : undefined
}

function isBeyondPlain(body: Body): boolean {
  return !isSameJson(body, inPlainLetters(body))
}

/** The body with an `a` for every character that is not ASCII, and for every apostrophe. */
function inPlainLetters(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(/[^\x20-\x7e]|'/gu, 'a') : value,
    ]),
  )
}
