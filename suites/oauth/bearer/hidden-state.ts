import { isDeepStrictEqual } from 'node:util'
import canonicalize from 'canonicalize'
import { recordOf } from '../../../client/donations/record.ts'
import { isAccepted, isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { PLAIN_HIDDEN_FIELDS } from '../../../contract/fields.ts'
import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError, unlessUndecided } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { canLook, type HiddenField, hiddenValues, isAsSent } from '../../support/hidden.ts'
import { differences, type Shown, wrongChanges } from '../../support/record.ts'

const FIELDS: readonly HiddenField[] = ['advisor', 'designation_id', ...PLAIN_HIDDEN_FIELDS]

/** What the fields hold that no answer has to show, by name; those that the target does not show are left out. */
type HiddenState = Readonly<Record<string, unknown>>

/**
 * The state of the fields that no answer has to show.
 * @param isExpected says whether a field shows what should be there: what is read may lag behind.
 * @throws InconclusiveError where SANDBOX_READ_DONATION does not work.
 */
async function hiddenState(
  context: Context,
  id: string,
  shown: Shown,
  isExpected: (field: HiddenField, value: unknown) => boolean,
): Promise<HiddenState> {
  const values = await hiddenValues(context, id, shown, FIELDS, isExpected)
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, now]) => (now.seen ? [[field, documented(now.value)]] : [])),
  )
}

/** Of an advisor what the contract names: a service may count beside it how often it was looked at. */
function documented(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([name]) => ADVISOR_FIELDS.some((one) => one === name))
  return members.length > 0 ? Object.fromEntries(members) : value
}

/** The same after an update that was accepted. @throws as {@link hiddenState}. */
export function hiddenStateAfter(
  context: Context,
  id: string,
  shown: Shown,
  sent: UpdateBody,
): Promise<HiddenState> {
  return hiddenState(
    context,
    id,
    shown,
    (field, value) => !(field in sent) || isAsSent(field, sent[field], value),
  )
}

/**
 * Judges that these fields are as they were.
 * @param before how they were; @param cause what was sent since.
 * @throws ViolationError where one is not.
 */
export async function expectHiddenState(
  context: Context,
  id: string,
  shown: Shown,
  before: HiddenState,
  cause: readonly Exchange[],
): Promise<void> {
  if (!canLook(context)) return
  const isBefore = (field: HiddenField, value: unknown) => isDeepStrictEqual(documented(value), before[field])
  const after = await hiddenState(context, id, shown, isBefore)
  const changed = differences(before, after, FIELDS)
  const names = changed.map(({ field }) => field).join(', ')
  ensure(changed.length === 0, `${names} to stay as it was`, wrongChanges(changed), cause)
}

/**
 * A way to look at a donation of another organization: by the inspector, or else as a user with several organizations
 * who may update it, and by what SANDBOX_READ_DONATION shows of it.
 * @throws NotApplicableError where nobody can look.
 */
export async function foreignLook(context: Context, id: string): Promise<() => Promise<string>> {
  const { inspectorIfAny: inspector, reader, target } = context
  if (inspector) return async () => canonicalize(await inspector.donation(id)) ?? ''
  if (!target.multiOrgUser && !reader) throw nobodyCanLook()
  const owner = await authorizationOf(context, OTHER_OWNER).catch(unlessUndecided)
  return async () => {
    const record = owner && (await recordFor(context, id, owner.authorization))
    const reading = await reader?.read(id).catch(unlessUndecided)
    if (!record && !reading) throw nobodyCanLook()
    const shown = differences({}, record ?? {}).map(({ field, after }) => [field, after])
    const read = Object.entries(reading ?? {}).map(([field, value]) => [field, documented(value)])
    return canonicalize([shown, read]) ?? ''
  }
}

const OTHER_OWNER: Holder = { ...FIRST_HOLDER, user: 'a user with several organizations' }

async function recordFor({ api }: Context, id: string, authorization: string) {
  const exchange = await api.update('PATCH', id, {}, { authorization })
  return isAccepted(exchange) ? recordOf(exchange) : undefined
}

function nobodyCanLook(): NotApplicableError {
  return new NotApplicableError('nobody can look at the foreign donation')
}
