import type { UpdateMethod } from '../../client/donations/api.ts'
import { isAccepted } from '../../client/http/answer.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, expect, type Table, ViolationError } from '../../harness/authoring/index.ts'
import type { UpdateBody } from '../support/bodies.ts'
import { expectAccepted } from '../support/expect-answer.ts'
import { expectHiddenKept } from '../support/expect-hidden-kept.ts'
import { methodOf } from './in-turn.ts'

/** Values of fields that no answer has to show, sent at once. */
export interface HiddenPack {
  readonly body: UpdateBody
  readonly by: UpdateMethod
  /** Whether the values may be refused. */
  readonly isOpen: boolean
}

/**
 * A row for each text, with a code beside it: over the rows each code is sent several times, and by both methods.
 * @param fields of the text, and of the code; without codes beside what may be refused.
 */
export function hiddenPacks(
  [text, code]: readonly [text: string, code: string],
  texts: Table<string>,
  codes: readonly string[],
): Table<HiddenPack> {
  const isOpen = codes.length === 0
  return Object.fromEntries(
    Object.entries(texts).map(([name, value], index) => {
      const beside = isOpen ? {} : { [code]: codes[index % codes.length] }
      const round = isOpen ? 0 : Math.floor(index / codes.length) * (1 - (codes.length % 2))
      return [name, { body: { [text]: value, ...beside }, by: methodOf(index + round), isOpen }]
    }),
  )
}

/**
 * Judges that the values are accepted, and kept as far as the target shows them. Where they are not, each is sent by
 * itself, so that the violation shows one field and one value.
 * @throws ViolationError where a value is altered, or refused that may not be; NotApplicableError where it is refused
 * and may be.
 */
export async function expectHiddenPackKept(
  context: Context,
  donation: string,
  pack: HiddenPack,
): Promise<void> {
  const { body, by, isOpen } = pack
  try {
    await expectTaken(context, donation, pack)
  } catch (error) {
    const fields = Object.entries(body)
    if (!(error instanceof ViolationError) || fields.length === 1) throw error
    for (const [field, value] of fields)
      await expectTaken(context, donation, { body: { [field]: value }, by, isOpen })
    throw error
  }
}

async function expectTaken(
  context: Context,
  donation: string,
  { body, by, isOpen }: HiddenPack,
): Promise<void> {
  const exchange = isOpen
    ? await context.api.update(by, donation, body)
    : await expectAccepted(context, donation, body, by)
  if (!isAccepted(exchange)) throw new NotApplicableError('the value is refused, which is open')
  expect(exchange).toBeAccepted()
  await expectHiddenKept(context, donation, exchange, body)
}
