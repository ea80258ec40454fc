import fc from 'fast-check'
import { malformedBody, nonObjectBody } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../support/methods.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { sendRawUpdate } from './raw-update.ts'

/** The rule sees the answers of the whole run; this property adds few to what UPDATE-7 sends. */
const SHARE = 0.1

/** A rule judges every answer of the update operation; these tests provoke the errors whose bodies may be odd. */
export const error1 = requirement(
  'ERROR-1',
  { judgedByRule: true },
  cases('each rejection', REJECTIONS, async (context, provoke) => {
    await provoke(context)
  }),
  property(
    fc.tuple(anyMethod, fc.oneof(nonObjectBody(), malformedBody())),
    (context, [method, { value }]) => sendRawUpdate(context, method, value),
    { share: SHARE },
  ),
)
