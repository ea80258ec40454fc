import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'

/** A rule judges every 401 of the run; this test makes sure that there are some, of each operation. */
export const bearer7 = requirement(
  'BEARER-7',
  { judgedByRule: true },
  test(async (context) => {
    const donation = await context.donation()
    for (const authorization of [null, `Bearer ${UNKNOWN_ACCESS_TOKEN}`]) {
      for (const method of UPDATE_METHODS) await context.api.update(method, donation, {}, { authorization })
      await context.api.organizations({ authorization })
    }
  }),
)
