import { expect, test } from 'vitest'
import { breachesIn } from '../../../partner/recording/judge.ts'
import { codeForm, refreshForm, Story, target } from './story.ts'

const brokenIn = ({ exchanges }: Story) => breachesIn(target, exchanges).map(({ id }) => id)

/** Each breach as the scenario of its requirement shows it. */
const breaches: readonly [id: string, story: Story][] = [
  ['PARTNER-1', new Story('PARTNER-1/a user connects: a new user').connects().begins({ scope: '' })],
  ['PARTNER-2', new Story('PARTNER-2/many flows: one session').begins().begins()],
  [
    'PARTNER-3',
    new Story('PARTNER-3/callbacks: no state').connects().returns('code-2').isRefused(codeForm('code-2')),
  ],
  [
    'PARTNER-4',
    new Story('first contact')
      .connects()
      .next('PARTNER-4/a user connects')
      .approves('code-2')
      .isRefused({ ...codeForm('code-2'), redirect_uri: 'https://partner.example/' }),
  ],
  ['PARTNER-5', new Story('first contact').connects().isRefused(codeForm('code-1'))],
  ['PARTNER-6', new Story('PARTNER-6/chains: rotation').connects().refreshes(1).refreshes(1, 3)],
  [
    'PARTNER-7',
    new Story('PARTNER-7/a revoked refresh token: found')
      .connects()
      .isRefused(refreshForm('refresh_token-1'))
      .isRefused(refreshForm('refresh_token-1')),
  ],
  [
    'PARTNER-8',
    new Story('PARTNER-8/a living token refused: a living token refused')
      .connects()
      .wants({ memo: 'x' })
      .updates({ memo: 'x' }, { status: 401 }),
  ],
  [
    'PARTNER-9',
    new Story('PARTNER-9/tokens that expire: a token of seconds')
      .connects(3)
      .wants({})
      .wants({})
      .wants({})
      .wants({})
      .updates({}),
  ],
  [
    'PARTNER-10',
    [1, 2, 3, 4, 5].reduce(
      (story, number) =>
        story
          .wants({})
          .updates({}, { token: `access_token-${number}` })
          .refreshes(number),
      new Story('PARTNER-10/ten updates: the first token').connects(),
    ),
  ],
  [
    'PARTNER-11',
    new Story('first contact').connects().updates({}, { query: '?access_token=<access_token-1>' }),
  ],
  [
    'PARTNER-12',
    new Story('PARTNER-12/no organization: no organization').connects().updates({ memo: 'early' }),
  ],
  ['PARTNER-13', new Story('first contact').connects().returns('code-1', 'your token: <access_token-1>')],
  [
    'PARTNER-14',
    new Story('PARTNER-14/countries')
      .connects()
      .wants({ donor_country: 'Italy' })
      .updates({ donor_country: 'Italy' }),
  ],
  [
    'PARTNER-15',
    new Story('PARTNER-15/by status: settled')
      .connects()
      .wants({ quantity: 3 }, 'settled')
      .updates({ quantity: 3 }),
  ],
  [
    'PARTNER-16',
    new Story('PARTNER-16/a designation: a token refused')
      .connects()
      .wants({ designation_id: 'd' })
      .updates({ designation_id: 'd' })
      .wants({ memo: 'x' })
      .updates({ memo: 'x' }),
  ],
  [
    'PARTNER-17',
    new Story('PARTNER-17/in production: production').connects().updates({ memo: 'to the sandbox' }),
  ],
  [
    'PARTNER-18',
    [1, 2, 3, 4, 5, 6, 7].reduce(
      (story) => story.wants({}, 'pledged', { durationMs: 1 }),
      new Story('PARTNER-18/updates at the same moment: a token refused'),
    ),
  ],
]
breaches.find(([id]) => id === 'PARTNER-18')?.[1].wants({}, 'pledged', { response: { status: 401 } })

test.each(breaches)('%s is seen to be broken', (id, story) => {
  expect(brokenIn(story)).toEqual([id])
})

test.each<[what: string, id: string, story: Story]>([
  [
    'a user who does not hear that the refresh token is dead',
    'PARTNER-7',
    new Story('PARTNER-7/a revoked refresh token: found')
      .connects()
      .wants({})
      .updates({})
      .wants({})
      .isRefused(refreshForm('refresh_token-1')),
  ],
  [
    'another call after the refresh',
    'PARTNER-8',
    new Story('PARTNER-8/a living token refused: a living token refused')
      .connects()
      .wants({ memo: 'x' })
      .updates({ memo: 'x' }, { status: 401 })
      .refreshes()
      .updates({}, { token: 'access_token-2' }),
  ],
  [
    'a change that was taken and never sent',
    'PARTNER-14',
    new Story('PARTNER-14/valid').connects().wants({ memo: 'x' }).updates({}),
  ],
  [
    'a value that nobody asked for',
    'PARTNER-14',
    new Story('PARTNER-14/gated').connects().wants({ memo: 'x' }).updates({ memo: 'x', quantity: 1 }),
  ],
  [
    'a job that is lost since its refresh token was used at the same moment',
    'PARTNER-18',
    new Story('PARTNER-18/updates at the same moment: a token refused')
      .connects()
      .wants({ memo: 'x' }, 'pledged', { response: { status: 202 } })
      .refreshes(1)
      .isRefused(refreshForm('refresh_token-1')),
  ],
])('%s is seen', (_, id, story) => {
  expect(brokenIn(story)).toEqual([id])
})

test("a request of nobody known is the application's", () => {
  const { exchanges } = new Story('first contact')
    .connects()
    .next('PARTNER-17/in production: production')
    .begins()
    .isRefused(codeForm('code-2'))
  const of = exchanges.map(({ step, ...one }, index) => (step && index < 5 ? { ...one, step } : one))
  expect(breachesIn(target, of).map(({ id }) => id)).toContain('PARTNER-17')
})

test('nothing is wrong with an application that keeps the contract', () => {
  const kept = new Story('PARTNER-6/chains: rotation')
    .connects()
    .wants({ memo: 'x' })
    .updates({ memo: 'x' }, { status: 401 })
    .refreshes()
    .updates({ memo: 'x' }, { token: 'access_token-2' })
  expect(brokenIn(kept)).toEqual([])
})

test('a job that arrived is not lost, whatever became of other refreshes', () => {
  const story = new Story('PARTNER-18/updates at the same moment: a token refused')
    .connects()
    .wants({ memo: 'x' }, 'pledged', { response: { status: 202 } })
    .refreshes(1)
    .isRefused(refreshForm('refresh_token-1'))
    .updates({ memo: 'x' }, { token: 'access_token-2' })
  expect(brokenIn(story)).toEqual([])
})

test.each(breaches.filter(([id]) => !['PARTNER-5', 'PARTNER-11', 'PARTNER-13'].includes(id)))(
  '%s is not judged by what the examiner provokes for another',
  (_, { exchanges }) => {
    const elsewhere = exchanges.map((one) => ({
      ...one,
      ...(one.step ? { step: { ...one.step, scenario: 'another' } } : {}),
    }))
    expect(breachesIn(target, elsewhere)).toEqual([])
  },
)

test('a secret that cannot be told from others says nothing: it may be another', () => {
  const garbled = new Story('first contact')
    .connects()
    .asks({ ...codeForm('code-1'), code: '<code>' }, 2)
    .isRefused({ ...codeForm('code-1'), code: '<code>' })
    .isRefused({ ...refreshForm('refresh_token'), client_secret: '<client_secret>' })
  expect(brokenIn(garbled)).toEqual([])
})

test('a breach names the requests that show it', () => {
  const { exchanges } = new Story('first contact').connects().isRefused(codeForm('code-1'))
  expect(breachesIn(target, exchanges)).toEqual([{ id: 'PARTNER-5', exchanges: [4, 5] }])
})
