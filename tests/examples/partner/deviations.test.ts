import { describe, expect, test } from 'vitest'
import { partnerRequirements } from '../../../contract/index.ts'
import { applyAll } from '../../../examples/partner/apply.ts'
import { faults } from '../../../examples/partner/faults/index.ts'
import { contractPolicies } from '../../../examples/partner/policies/index.ts'
import { variants } from '../../../examples/partner/variants/index.ts'
import { Partner } from '../../mock/partner.ts'
import { User } from './user.ts'

test('each requirement has faults, named after it', () => {
  expect(faults.length).toBeGreaterThanOrEqual(70)
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(new Set(faults.map(({ requirement }) => requirement))).toEqual(
    new Set(partnerRequirements.map(({ id }) => id)),
  )
  const misnamed = faults.filter(({ id, requirement }) => !id.startsWith(`${requirement.toLowerCase()}-`))
  expect(misnamed.map(({ id }) => id)).toEqual([])
})

test('there are enough variants, each with an id of its own', () => {
  expect(variants.length).toBeGreaterThanOrEqual(25)
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
})

test('each says in one line what is different', () => {
  const unclear = [...faults, ...variants].filter(({ description }) => !/^\S.{15,140}[.]$/.test(description))
  expect(unclear.map(({ id }) => id)).toEqual([])
})

test('an unknown id is named', () => {
  expect(() => applyAll(contractPolicies, { faults: ['partner-3-nothing'] })).toThrow(
    'unknown fault "partner-3-nothing" (--list shows them)',
  )
})

describe('a user of a variant connects and updates a donation', () => {
  const others = [
    // The user of this test follows redirects alone.
    'authorize-by-link',
    'authorize-by-form',
    'authorize-by-meta-refresh',
    'authorize-by-refresh-header',
    'authorize-after-own-redirects',
    'authorize-after-own-form',
    'connected-at-a-click',
    // The mock refuses HTTP Basic, as a service may.
    'basic-beside-form',
    // What it has accepted is not there at once.
    'accepted-202',
    // Its job asks the server, of which there is none here.
    'connected-by-a-job',
  ]
  const simple = variants.filter(({ id }) => !others.includes(id))

  test.each(simple)('$id', async ({ id }) => {
    const mock = await Partner.start()
    try {
      const user = new User(mock, applyAll(contractPolicies, { variants: [id] }))
      await user.connect()
      const donation = { id: mock.id('SANDBOX_PLEDGED_DONATION_IDS'), status: 'pledged' }
      const { status } = await user.post('/update', { donation, changes: { donor_city: 'Łódź' } })
      expect(status).toBeLessThan(400)
      expect((await mock.inspect(`/donations/${donation.id}`)).json).toMatchObject({ donor_city: 'Łódź' })
    } finally {
      await mock.mock.close()
    }
  })
})

test('what a form of the application asked goes along its own redirects', async () => {
  const mock = await Partner.start()
  try {
    const together = ['authorize-after-own-redirects', 'authorize-after-own-form']
    const user = new User(mock, applyAll(contractPolicies, { variants: together }))
    let at: string | null = '/connect?agreed=1'
    while (at?.startsWith('/')) at = (await user.open(at)).headers.get('location')
    expect(at).toMatch(mock.mock.urls.sandboxAuth)
  } finally {
    await mock.mock.close()
  }
})
