import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { recordOf } from '../../client/donations/record.ts'
import { isAccepted, isJsonObject } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, expect, type Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'

/** What stands behind an address where a pattern ends at the end of a line, not at that of the text. */
export const LINE_ENDS: Table<string> = { 'a line end': '\n', 'a carriage return and a line end': '\r\n' }

/**
 * Judges that an update is refused by both methods for a line end behind an address.
 * @throws ViolationError where it is not; NotApplicableError where the line end is cut off, as the answer shows it or as all
 * texts are treated: that is open.
 */
export async function expectLineEndRefused(
  context: Context,
  donation: string,
  { address, bodyWith }: { readonly address: string; bodyWith(address: string): UpdateBody },
  end: string,
): Promise<void> {
  for (const by of UPDATE_METHODS) {
    const exchange = await context.api.update(by, donation, bodyWith(address + end))
    const mayBeCutOff = isAccepted(exchange) && !shows(exchange, address + end)
    if (mayBeCutOff && (shows(exchange, address) || (await cutsOffLineEnds(context, donation, by))))
      throw new NotApplicableError('a line end behind a text is cut off, which is open')
    expect(exchange).toBeRefused()
  }
}

/** Whether a record has this address, of the donor or of the advisor. */
function shows(exchange: Exchange, address: string): boolean {
  const { donor_email, advisor } = recordOf(exchange) ?? {}
  return donor_email === address || (isJsonObject(advisor) && advisor.email === address)
}

async function cutsOffLineEnds({ api }: Context, donation: string, by: UpdateMethod): Promise<boolean> {
  const texts = { donor_first_name: 'Ada\n', donor_city: 'Rome\r\n' }
  const { donor_first_name, donor_city } = recordOf(await api.update(by, donation, texts)) ?? {}
  return donor_first_name === 'Ada' && donor_city === 'Rome'
}
