import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { requireDonation } from '../../support/donations.ts'

/** Where an API that does not answer under /v1 may answer instead. */
const OTHER_PREFIXES = ['', '/v2', '/api/v1', '/api']

const GONE = [404, 405, 410]
const MOVED = [301, 302, 303, 307, 308]

/** Both operations under /v1; where reading organizations does not work there, it is looked for elsewhere. */
export const version1 = requirement(
  'VERSION-1',
  test(async ({ api }) => {
    const underV1 = await api.organizations()
    if (!underV1.response) throw new InconclusiveError(`no answer: ${describeAnswer(underV1)}`)
    const isRedirect = statusOf(underV1) >= 300 && statusOf(underV1) < 400
    ensure(!isRedirect, 'the API under /v1', describeAnswer(underV1), [underV1])
    const prefixesToTry = isAccepted(underV1) ? [] : OTHER_PREFIXES
    for (const prefix of prefixesToTry) {
      const elsewhere = await api.organizations({ prefix })
      const evidence = [underV1, elsewhere]
      ensure(
        !isAccepted(elsewhere),
        'the API under /v1',
        `it answers under ${prefix || 'no prefix'}`,
        evidence,
      )
    }
  }),
  cases('updates', BY_BOTH, async (context, method) => {
    requireDonation(context)
    const donation = await context.donation()
    const update = await context.api.update(method, donation, {})
    const isElsewhere = GONE.includes(statusOf(update)) || MOVED.includes(statusOf(update))
    ensure(!isElsewhere, 'an answer of the API under /v1', describeAnswer(update), [update])
  }),
)
