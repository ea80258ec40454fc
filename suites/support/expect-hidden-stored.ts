import { isJsonObject } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { PLAIN_HIDDEN_FIELDS } from '../../contract/fields.ts'
import type { RequirementId } from '../../contract/index.ts'
import { type Context, describeFields, ensure, wrongFields } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'
import { hiddenValues } from './hidden.ts'
import { shownIfAny } from './record.ts'
import { isStored } from './stored.ts'

/**
 * Judges that the hidden fields of an accepted update hold what was sent, as far as the target shows them.
 * @param breaks the requirement of a field, where it is another one than the one that is tested.
 * @throws ViolationError where one does not; InconclusiveError where SANDBOX_READ_DONATION does not work.
 */
export async function expectHiddenStored(
  context: Context,
  donation: string,
  exchange: Exchange,
  sent: UpdateBody,
  breaks?: (field: string) => RequirementId,
): Promise<void> {
  const fields = PLAIN_HIDDEN_FIELDS.filter((one) => one in sent)
  if (fields.length === 0) return
  const shown = shownIfAny(exchange)
  const isSent = (field: string, value: unknown) => isStored(field, sent[field], value)
  const values = await hiddenValues(context, donation, shown, fields, isSent)
  for (const field of fields) {
    const now = values[field]
    // What a target shows as an object has a form of its own.
    if (!now?.seen || isJsonObject(now.value)) continue
    ensure(
      isSent(field, now.value),
      `${describeFields([field], sent)}, as it was accepted`,
      wrongFields([field], { [field]: now.value ?? null }),
      [exchange],
      breaks?.(field),
    )
  }
}
