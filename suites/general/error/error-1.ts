import fc from 'fast-check'
import { RawBody } from '../../../client/donations/api.ts'
import { malformedBody, nonObjectBody } from '../../../generators/index.ts'
import { axis, cases, covering, property, requirement } from '../../../harness/authoring/index.ts'
import { anyMethod, BY_BOTH, METHOD_AXIS } from '../../axes/methods.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'
import { REFUSED_UPDATES } from '../../support/refused-updates.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { sendRawUpdate } from './raw-update.ts'
import { unknownLike } from './unknown-like.ts'

/** The rule sees the answers of the whole run; this property adds few to what UPDATE-7 sends. */
const SHARE = 0.05

/** Each reason to refuse a body, for donations of either kind. */
const REFUSED: Readonly<Record<string, unknown>> = {
  ...REFUSED_UPDATES,
  'an advisor that is no object': { advisor: 'none' },
  'a quantity that is no number': { quantity: 'two' },
  'a body that is an array': [],
  'a body that is null': new RawBody('null'),
  'a body cut short': new RawBody('{"donor_city":"Ro'),
  ...Object.fromEntries(
    Object.entries(GATED_EXAMPLES).map(([name, body]) => [`${name} and a wrong type`, { ...body, memo: 7 }]),
  ),
}

/** A rule judges every answer of the update operation; these tests provoke the errors whose bodies may be odd. */
export const error1 = requirement(
  'ERROR-1',
  { judgedByRule: true },
  cases('each rejection', REJECTIONS, async (context, provoke, name) => {
    await provoke(context)
    // Bodies that are refused are sent by both methods below.
    if (name.endsWith('donation')) await provoke(context, 'PUT')
  }),
  // A router that knows what ids look like hands it on to the operation.
  cases('an unknown id of their form', BY_BOTH, async (context, by) => {
    await context.api.update(by, unknownLike(context), {})
  }),
  covering(
    'each refusal of a body',
    { body: axis('body', REFUSED), method: METHOD_AXIS },
    async (context, { body, method }) => {
      await context.api.update(method, await context.donation(), body)
    },
    { strength: 1 },
  ),
  property(
    fc.tuple(anyMethod, fc.oneof(nonObjectBody(), malformedBody())),
    (context, [method, { value }]) => sendRawUpdate(context, method, value),
    { share: SHARE },
  ),
)
