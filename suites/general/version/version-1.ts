import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { requireDonation } from '../../support/donation.ts'

/** Where an API that does not answer under /v1 may answer instead. */
const OTHER_PREFIXES = ['', '/v2', '/api/v1', '/api']

export const version1 = requirement(
  'VERSION-1',
  test(async (context) => {
    const { api } = context
    const organizations = await api.organizations()
    if (!organizations.response) throw new InconclusiveError(`no answer: ${describeAnswer(organizations)}`)
    const moved = statusOf(organizations) >= 300 && statusOf(organizations) < 400
    ensure(!moved, 'the API under /v1', describeAnswer(organizations), [organizations])
    if (isAccepted(organizations)) return
    for (const prefix of OTHER_PREFIXES) {
      const elsewhere = await api.organizations({ prefix })
      ensure(!isAccepted(elsewhere), 'the API under /v1', `it answers under ${prefix || 'no prefix'}`, [
        organizations,
        elsewhere,
      ])
    }
  }),
  test('updates', async (context) => {
    requireDonation(context)
    const donation = await context.donation()
    const update = await context.api.update('PATCH', donation, {})
    const isGone = [404, 410].includes(statusOf(update))
    ensure(!isGone, 'an answer of the API under /v1', describeAnswer(update), [update])
  }),
)
