import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { type Context, ensure, type Table, wrongFields } from '../../../harness/authoring/index.ts'
import { apply, reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import type { Shown } from '../../support/record.ts'
import { knownFor } from './effect.ts'

/**
 * What a service may take or refuse, apply or ignore, but by both methods alike. The line is emptied first, while the
 * other fields still hold what they were reset to.
 */
export const OPEN_BODIES: Table<UpdateBody> = {
  'an empty line': { donor_address_line_1: '' },
  'an unknown field': { nickname: 'Ada' },
  'an empty string': { donor_address_line_2: '' },
  ...Object.fromEntries(SETTABLE_FIELDS.map((field) => [`an explicit null for ${field}`, { [field]: null }])),
  'an explicit null for the memo': { memo: null },
  'a fraction': { quantity: 1.5 },
  'empty texts': { donor_first_name: '', donor_last_name: '', donor_city: '', donor_province: '' },
  'a string of 1,000 characters': { donor_city: 'a'.repeat(1_000) },
  'a name of 256 characters': { donor_first_name: 'a'.repeat(256) },
  'a control character': { donor_city: 'Ro\u0007me' },
  'a NUL character': { donor_city: 'Ro\u0000me' },
  'a line break': { donor_address_line_1: 'one\ntwo' },
  'surrounding blanks': {
    donor_city: ' Rome ',
    donor_last_name: ' Lee ',
    donor_address_line_1: ' 1 Main St ',
  },
}

/** The answers to them by one method, by their names, and what the donation held at first. */
interface SentOpen {
  readonly before: Shown
  readonly answers: Readonly<Record<string, Exchange>>
}

type SentByBoth = Readonly<Record<UpdateMethod, SentOpen>> & { readonly exchanges: readonly Exchange[] }

/** Sends all of them by each method, once for the requirements that judge or record it: to a pledged donation. */
export function sendOpen(context: Context): Promise<SentByBoth> {
  return context.sharedEvidence('what is open', async () => {
    const donation = await context.donation(context.requireKind('pledged'))
    const sent = {
      PATCH: await sendBy(context, donation, 'PATCH'),
      PUT: await sendBy(context, donation, 'PUT'),
    }
    // The next test must not meet an odd value.
    await reset(context, donation)
    const answers = [...Object.values(sent.PATCH.answers), ...Object.values(sent.PUT.answers)]
    return { ...sent, exchanges: answers }
  })
}

async function sendBy(context: Context, donation: string, by: UpdateMethod): Promise<SentOpen> {
  const before = await apply(context, donation, knownFor(context, donation))
  const answers: Record<string, Exchange> = {}
  for (const [name, body] of Object.entries(OPEN_BODIES))
    answers[name] = await context.api.update(by, donation, body)
  return { before, answers }
}

/**
 * Judges that whatever became of them, what none of them holds stays.
 * @throws ViolationError for UPDATE-4 where it does not.
 */
export function expectOthersUnchanged(sent: SentByBoth): void {
  for (const by of UPDATE_METHODS) {
    const { before, answers } = sent[by]
    const touched = new Set<string>()
    for (const [name, body] of Object.entries(OPEN_BODIES)) {
      for (const field of Object.keys(body)) touched.add(field)
      const answer = answers[name]
      const record = answer && recordOf(answer)
      if (!record) continue
      const changed = SETTABLE_FIELDS.filter(
        (field) => !touched.has(field) && record[field] !== before.record[field],
      )
      const expected = `${changed.join(', ')} to stay as it was, beside ${name}`
      ensure(
        changed.length === 0,
        expected,
        wrongFields(changed, record),
        [before.exchange, answer],
        'UPDATE-4',
      )
    }
  }
}
