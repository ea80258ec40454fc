import { RawBody, type UpdateMethod } from '../../../client/donations/api.ts'
import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'

const ROME = new RawBody('{"donor_city":"Rome"}')

/** The bytes of an update, and the headers beside. */
type Format = readonly [RawBody, Readonly<Record<string, string>>]

/** Ways to send one ordinary update that both methods take, or neither. */
export const FORMATS_OF_BOTH: Readonly<Record<string, Format>> = {
  'text/plain': [ROME, { 'content-type': 'text/plain' }],
  'a form': [new RawBody('donor_city=Rome'), { 'content-type': 'application/x-www-form-urlencoded' }],
  'a charset parameter': [ROME, { 'content-type': 'application/json; charset=utf-8' }],
  'duplicate keys': [new RawBody('{"donor_city":"Rome","donor_city":"Milan"}'), {}],
  'a byte order mark': [new RawBody('\ufeff{"donor_city":"Rome"}'), {}],
}

/** Other ways to send it than the documented one; the last is made for PATCH (RFC 7396, 2). */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...FORMATS_OF_BOTH,
  'application/merge-patch+json': [ROME, { 'content-type': 'application/merge-patch+json' }],
}

/** The answers to an update in such a format, asked once for all requirements. */
export function sendInFormat(
  context: Context,
  name: string,
  [body, headers]: Format,
): Promise<Readonly<Record<UpdateMethod, Exchange>>> {
  return context.sharedEvidence(`in the format of ${name}`, async () => {
    const donation = await context.donation()
    const send = (by: UpdateMethod) => context.api.update(by, donation, body, { headers, irregular: true })
    const [PATCH, PUT] = [await send('PATCH'), await send('PUT')]
    if (statusOf(PATCH) === statusOf(PUT)) return { PATCH, PUT, exchanges: [PATCH, PUT] }
    // An update that changes nothing, as the second of two does, may have a status of its own.
    const sendAfresh = async (by: UpdateMethod) => {
      await reset(context, donation)
      return send(by)
    }
    const afresh = { PATCH: await sendAfresh('PATCH'), PUT: await sendAfresh('PUT') }
    return { ...afresh, exchanges: Object.values(afresh) }
  })
}
