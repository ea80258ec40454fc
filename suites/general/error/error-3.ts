import fc from 'fast-check'
import { malformedBody, openBody } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../support/methods.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { sendRawUpdate } from './raw-update.ts'

/** The rule sees the answers of the whole run; this property adds few to what UPDATE-7 and ERROR-2 send. */
const SHARE = 0.1

/** A rule looks for leaks in every error body of the run; these tests provoke errors that parsers describe. */
export const error3 = requirement(
  'ERROR-3',
  { judgedByRule: true },
  cases('each rejection', REJECTIONS, async (context, provoke) => {
    await provoke(context)
  }),
  property(
    fc.tuple(anyMethod, fc.oneof(malformedBody(), openBody())),
    (context, [method, { value }]) => sendRawUpdate(context, method, value),
    { share: SHARE },
  ),
)
