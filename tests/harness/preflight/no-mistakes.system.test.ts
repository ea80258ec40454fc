import { expect, test } from 'vitest'
import { faults } from '../../../mock/faults/index.ts'
import { variants } from '../../../mock/variants/index.ts'
import { found, ids, mockWith, OTHERS, PLEDGED, reticentMock } from './finding.ts'

// Needs nothing more than the tests beside it, but a minute.

/** A loop that ends too early looks as a designation of another campaign does: `wrongDesignations` says so. */
const NOT_TOLD_APART = ['designation-1-last-of-campaign-refused']

test.each(
  faults
    .filter(({ requirement }) => /^(PLEDGED|ORG|DESIGNATION|BEARER|UPDATE-[167]$|VERSION)/.test(requirement))
    .filter(({ id }) => !NOT_TOLD_APART.includes(id))
    .map(({ id }) => id),
)('%s is no mistake of the operator', async (id) => {
  expect((await found(await reticentMock(id), {})).mistakes).toEqual([])
})

/** Freedoms of what is asked here; the others show in logins and error bodies alone. */
const ASKED = /^(ids|organizations|record|update|foreign|unknown|errors|quantities|null|bodies|grants|one)-/

test.each(variants.map(({ id }) => id).filter((id) => ASKED.test(id)))(
  '%s is no mistake either',
  async (id) => {
    const mock = await mockWith({ variants: [id] })
    const some = (key: string) => ({ [key]: ids(mock, key).slice(0, 3).join() })
    expect((await found(mock, { ...some(PLEDGED), ...some(OTHERS) })).mistakes).toEqual([])
  },
)
