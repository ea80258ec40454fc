import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { UNKNOWN_TOKEN } from './tokens.ts'

export const bearer7 = requirement(
  'BEARER-7',
  { judgedByRule: true },
  test(async (context) => {
    const donation = await context.donation()
    for (const authorization of [null, UNKNOWN_TOKEN]) {
      for (const method of UPDATE_METHODS) await context.api.update(method, donation, {}, { authorization })
      await context.api.organizations({ authorization })
    }
  }),
)
