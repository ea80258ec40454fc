import fc from 'fast-check'
import { RawBody } from '../../../client/donations/api.ts'
import { malformedBody, nonObjectBody } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { method } from './support-robustness.ts'

export const error1 = requirement(
  'ERROR-1',
  { judgedByRule: true },
  // ERROR-1, ERROR-2 and ERROR-3 are monitors; these give them what a service is likely to stumble over.
  cases('each rejection', REJECTIONS, async (context, provoke) => {
    await provoke(context)
  }),
  property(
    fc.tuple(method, fc.oneof(nonObjectBody(), malformedBody())),
    async (context, [by, { value }]) => {
      await context.api.update(by, await context.donation(), new RawBody(value))
    },
    { share: 0.1 },
  ),
)
