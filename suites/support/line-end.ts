import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { recordOf } from '../../client/donations/record.ts'
import { isAccepted } from '../../client/http/answer.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, expect, type Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'

/** What stands behind an address where a pattern ends at the end of a line, not at that of the text. */
export const LINE_ENDS: Table<string> = { 'a line end': '\n', 'a carriage return and a line end': '\r\n' }

/**
 * Judges that an update is refused by both methods for a line end behind an address.
 * @throws ViolationError where it is not; NotApplicableError where whatever is around a text is cut off before anything
 * looks at it, which is open.
 */
export async function expectLineEndRefused(context: Context, donation: string, body: UpdateBody) {
  for (const by of UPDATE_METHODS) {
    const exchange = await context.api.update(by, donation, body)
    if (isAccepted(exchange) && (await cutsOffLineEnds(context, donation, by)))
      throw new NotApplicableError('line ends around any text are cut off, which is open')
    expect(exchange).toBeRefused()
  }
}

async function cutsOffLineEnds({ api }: Context, donation: string, by: UpdateMethod): Promise<boolean> {
  const texts = { donor_first_name: 'Ada\n', donor_city: 'Rome\r\n' }
  const { donor_first_name, donor_city } = recordOf(await api.update(by, donation, texts)) ?? {}
  return donor_first_name === 'Ada' && donor_city === 'Rome'
}
