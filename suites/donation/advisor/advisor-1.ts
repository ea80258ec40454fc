import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { advisor } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectAccepted, type UpdateBody } from '../../support/donation.ts'
import { EMAIL, FULL_ADVISOR, NAMELESS } from './linked.ts'

export const advisor1 = requirement(
  'ADVISOR-1',
  property(
    fc.tuple(fc.constantFrom<UpdateMethod>(...UPDATE_METHODS), advisor()),
    async (context, [by, value]) => {
      await expectAccepted(context, await context.donation(), { advisor: value }, by)
    },
    { share: 0.25 },
  ),
  cases<UpdateBody>(
    'each field',
    {
      'email alone': { email: EMAIL },
      'all fields': FULL_ADVISOR,
      ...Object.fromEntries(
        Object.entries(NAMELESS).map(([field, value]) => [field, { email: EMAIL, [field]: value }]),
      ),
    },
    async (context, value) => {
      const donation = await context.donation()
      for (const by of UPDATE_METHODS) await expectAccepted(context, donation, { advisor: value }, by)
    },
  ),
)
