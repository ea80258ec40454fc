import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { startMockService } from '../../mock/server.ts'
import { decisionVariants } from '../../mock/variants/decisions-on-pages.ts'
import { decisions, variantById, variants } from '../../mock/variants/index.ts'
import { unusualPageVariants } from '../../mock/variants/unusual-pages.ts'
import { Stranger } from './stranger.ts'

/**
 * Without those that take more than the stranger of these tests can do, who sends by `fetch`: they have tests of their own.
 */
const beyondStranger = [
  ...unusualPageVariants,
  ...decisionVariants,
  ...[
    'sessions-forms-of-own-pages',
    'sessions-renewed-at-login',
    'callback-by-meta-element',
    'proxy-continue-unasked',
  ].map(variantById),
]
const ids = variants.filter((variant) => !beyondStranger.includes(variant)).map(({ id }) => id)
const PAIRS = 20
const SEED = 20

test('there are enough of them, each with an id of its own', () => {
  expect(ids.length).toBeGreaterThanOrEqual(200)
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
})

test('docs/variants.md lists them all (vitest -u writes it anew)', async () => {
  const intro = [
    '# Legal freedoms',
    '',
    'What the contract leaves open, and real services decide one way or the other: each is a variant of the mock that the',
    'suite must not accuse. `donation-conformance faults` tries all of them, several in one service: a covering array of',
    'strength 2 over three variants of each decision, drawn by the seed, and the others one of each decision at a time.',
    '`donation-conformance mock --variant ID` serves one. A server in parentheses is one that behaves so.',
  ]
  const sections = decisions.flatMap(({ name, variants: own }) => [
    '',
    `## ${name.replace(/^./, (first) => first.toUpperCase())}`,
    '',
    ...own.map(({ id, description }) => `- \`${id}\`: ${description}`),
  ])
  await expect(`${[...intro, ...sections].join('\n')}\n`).toMatchFileSnapshot('../../docs/variants.md')
})

/** Signs in, updates by both methods, refreshes and updates again, as any partner would. */
async function useService(deviations: readonly string[]): Promise<void> {
  const mock = await startMockService({ policies: applyAll(contractPolicies, { variants: deviations }) })
  try {
    const stranger = new Stranger(mock)
    const state = 'a+b %2B &amp; "c"'
    const callback = await stranger.authorize(state)
    expect(callback.getAll('state')).toEqual([state])
    const first = await stranger.exchange(callback.get('code') ?? '')
    expect(first).toMatchObject({ token_type: 'Bearer', ig_organizations: [{ name: 'Harbour Food Bank' }] })

    const id = stranger.firstOf('SANDBOX_PLEDGED_DONATION_IDS')
    const designation_id = stranger.firstOf('SANDBOX_DESIGNATION_IDS')
    const sent = { donor_first_name: 'Zoë', donor_email: 'zoe@mail.example' }
    const advisor = { email: 'advisor@wealth.example', first_name: 'Ada' }
    expect(
      await stranger.update(first.access_token, 'PUT', id, { ...sent, designation_id, advisor, quantity: 3 }),
    ).toMatchObject({ id, ...sent })

    const { access_token } = await stranger.token({
      grant_type: 'refresh_token',
      refresh_token: String(first.refresh_token),
    })
    expect(await stranger.update(access_token, 'PATCH', id, { donor_city: 'Łódź' })).toMatchObject({
      id,
      ...sent,
      donor_city: 'Łódź',
    })
  } finally {
    await mock.close()
  }
}

test.for(variants)('$id is described in a sentence', ({ description }) => {
  expect(description).toMatch(/^[A-Z0-9].{20,140}[.]$/i)
})

describe('a partner who keeps to the contract', () => {
  test('copes with the reference service', () => useService([]))

  test.for(ids)('copes with %s', (id) => useService([id]))

  const pairs = fc.sample(fc.shuffledSubarray(ids, { minLength: 2, maxLength: 2 }), {
    numRuns: PAIRS,
    seed: SEED,
  })
  test.for(pairs)('copes with %s and %s together', (pair) => useService(pair))
})

test('variants apply in the order of their list, however they are named', async () => {
  // Named the other way round, a page that only 401 and 403 may be would come with 409.
  const variants = ['unauthorized-as-page', 'rejections-409']
  const mock = await startMockService({ policies: applyAll(contractPolicies, { variants }) })
  try {
    const stranger = new Stranger(mock)
    const { access_token } = await stranger.exchange((await stranger.authorize('s')).get('code') ?? '')
    const foreign = stranger.firstOf('SANDBOX_FOREIGN_DONATION_ID')
    const refused = stranger.update(access_token, 'PATCH', foreign, { memo: 'not yours' })
    await expect(refused).rejects.toThrow(/^409 application\/json/)
  } finally {
    await mock.close()
  }
})

test('a mistyped id is answered with the nearest one', () => {
  expect(() => variantById('ids-numerc')).toThrow('unknown variant "ids-numerc": the nearest is ids-numeric')
  expect(() => applyAll(contractPolicies, { faults: ['token-3-after-refersh'] })).toThrow(
    'unknown fault "token-3-after-refersh": the nearest is token-3-after-refresh',
  )
})

test('a fault is no variant, and a variant no fault', () => {
  expect(() => applyAll(contractPolicies, { variants: ['token-3-after-refresh'] })).toThrow(
    '"token-3-after-refresh" is a fault, no variant',
  )
  expect(() => applyAll(contractPolicies, { faults: ['ids-numeric'] })).toThrow(
    '"ids-numeric" is a variant, no fault',
  )
})
