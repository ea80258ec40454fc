import fc from 'fast-check'
import { RawBody } from '../../../client/donations/api.ts'
import { malformedBody, openBody } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { method } from './support-robustness.ts'

export const error3 = requirement(
  'ERROR-3',
  { judgedByRule: true },
  cases('each rejection', REJECTIONS, async (context, provoke) => {
    await provoke(context)
  }),
  property(
    fc.tuple(method, fc.oneof(malformedBody(), openBody())),
    async (context, [by, { value }]) => {
      await context.api.update(by, await context.donation(), new RawBody(value))
    },
    { share: 0.1 },
  ),
)
