import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply, read, recordOf, type Shown } from '../../support/donation.ts'
import { type Hidden, hidden, notShown } from '../../support/hidden.ts'

export const FULL_ADVISOR = {
  email: 'full.advisor@example.com',
  first_name: 'Ada',
  middle_name: 'King',
  last_name: 'Lovelace',
  title: 'Counsellor',
  bio: 'Knows numbers.',
  sec_url: 'https://adviserinfo.example.com/individual/summary/10472583',
  firm_name: 'Engines',
}

export const { email: EMAIL, ...NAMELESS } = FULL_ADVISOR

/** The email of the advisor that is linked, as far as it is shown; undefined where none is. */
export async function linkedEmail(
  context: Context,
  donation: string,
  shown: Shown,
): Promise<string | undefined> {
  return emailOf(await hidden(context, donation, shown, 'advisor'))
}

export function emailOf(now: Hidden): string | undefined {
  if (!now.seen) throw notShown('advisor')
  if (now.value === undefined) return undefined
  const isObject = typeof now.value === 'object' && now.value !== null
  if (isObject && 'email' in now.value && typeof now.value.email === 'string') return now.value.email
  throw notShown('advisor')
}

/**
 * Links an advisor where the target shows that it is linked.
 * @returns what the target shows of it as it was sent.
 */
export async function link(context: Context, donation: string): Promise<readonly string[]> {
  const shown = await apply(context, donation, { advisor: FULL_ADVISOR })
  const linked = await linkedEmail(context, donation, shown)
  if (linked?.toLowerCase() !== EMAIL)
    throw new InconclusiveError('an advisor that was linked is not shown as linked')
  const lost = await lostFields(context, donation, shown, Object.keys(NAMELESS))
  return Object.keys(NAMELESS).filter((field) => !lost.includes(field))
}

/** Which of these fields of the linked advisor are not shown as they were sent. */
export async function lostFields(
  context: Context,
  donation: string,
  shown: Shown,
  fields: readonly string[],
): Promise<readonly string[]> {
  const now = await hidden(context, donation, shown, 'advisor')
  const value: object = now.seen && typeof now.value === 'object' && now.value !== null ? now.value : {}
  const present = new Map<string, unknown>(Object.entries(value))
  const sent = new Map<string, unknown>(Object.entries(FULL_ADVISOR))
  return fields.filter((field) => present.get(field) !== sent.get(field))
}

/** Judges that the advisor of `link` is linked still, with the fields that were shown, in the answer and afterwards. */
export async function expectStillLinked(
  context: Context,
  donation: string,
  cause: Exchange,
  fields: readonly string[],
): Promise<void> {
  const record = recordOf(cause)
  const answers = record && 'advisor' in record ? [{ record, exchange: cause }] : []
  for (const shown of [...answers, await read(context, donation)]) {
    const linked = await linkedEmail(context, donation, shown)
    ensure(linked?.toLowerCase() === EMAIL, `the advisor ${EMAIL} as before`, `${linked ?? 'no advisor'}`, [
      cause,
      shown.exchange,
    ])
    const lost = await lostFields(context, donation, shown, fields)
    ensure(lost.length === 0, `the ${lost.join(', ')} of the advisor as before`, 'another, or none', [
      cause,
      shown.exchange,
    ])
  }
}
