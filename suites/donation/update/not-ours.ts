import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure, wrongFields } from '../../../harness/authoring/index.ts'
import type { Resembling } from '../../axes/spellings.ts'
import { OTHER_DONOR, PLAIN_DONOR } from '../../support/donors.ts'
import { shownBy } from '../../support/record.ts'

/**
 * Judges that members whose names only resemble ours are ignored or refused: alone they change nothing (UPDATE-4), and
 * beside ours the values that count are ours (UPDATE-3).
 * @throws NotApplicableError where they are refused, which is as good.
 */
export async function expectNotOurs(
  context: Context,
  donation: string,
  resembling: Resembling,
): Promise<void> {
  const others = Object.fromEntries(SETTABLE_FIELDS.map((field) => [resembling(field), OTHER_DONOR[field]]))
  const beside = await context.api.update('PUT', donation, { ...PLAIN_DONOR, ...others })
  if (!isAccepted(beside)) throw new NotApplicableError('such keys are refused, which is as good')
  expectIgnored(beside, 'UPDATE-3')
  // The donation has plain values now, so that others show.
  const alone = await context.api.update('PATCH', donation, { memo: 'thank you', ...others })
  if (isAccepted(alone)) expectIgnored(alone, 'UPDATE-4')
}

/** Judges that an answer shows none of the values that were sent under keys which are not ours. */
function expectIgnored(sent: Exchange, breaks: RequirementId): void {
  const { record } = shownBy(sent)
  const applied = SETTABLE_FIELDS.filter((field) => record[field] === OTHER_DONOR[field])
  ensure(
    applied.length === 0,
    'keys that are not ours to set nothing',
    wrongFields(applied, record),
    [sent],
    breaks,
  )
}
