import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { apply, BY_BOTH } from '../../support/donation.ts'

export const advisor7 = requirement(
  'ADVISOR-7',
  cases(BY_BOTH, async (context, by) => {
    const { inspector } = context
    const [one, other] = await context.donations('any', 'any')
    const email = `linked.twice.${by.toLowerCase()}@example.com`
    const updates: Exchange[] = []
    for (const [id, first_name, last_name] of [
      [one, 'Ada', 'King'],
      [other, 'Ada', 'King'],
      [one, 'Ada', 'King'],
      [other, 'Augusta', 'Lovelace'],
      [one, 'Augusta', 'Lovelace'],
    ] as const) {
      const { exchange } = await apply(context, id, { advisor: { email, first_name, last_name } }, by)
      updates.push(exchange)
    }
    const advisors = await inspector.advisors(email)
    ensure(advisors.length === 1, 'one advisor with this email', `${advisors.length}`, updates)
    const ids = await Promise.all([one, other].map(async (id) => (await inspector.donation(id)).advisor?.id))
    ensure(
      ids[0] !== undefined && ids[0] === ids[1],
      'the same advisor on both donations',
      ids.join(', '),
      updates,
    )
  }),
)
