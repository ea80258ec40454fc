import { afterEach, beforeEach, expect, test } from 'vitest'
import { Partner } from '../../mock/partner.ts'
import { User } from './user.ts'

let mock: Partner
let user: User

beforeEach(async () => {
  mock = await Partner.start()
  user = new User(mock)
})
afterEach(() => mock.mock.close())

const pledged = () => ({ id: mock.id('SANDBOX_PLEDGED_DONATION_IDS'), status: 'pledged' })
const update = (changes: unknown, donation: unknown = pledged()) =>
  user.post('/update', { donation, changes })
const inspected = async () => (await mock.inspect(`/donations/${pledged().id}`)).json

test('a user with one organization connects and updates a donation', async () => {
  await user.connect()
  expect(await user.connection()).toMatchObject({ connected: true, contact: null })
  expect((await update({ donor_city: 'Łódź', donor_country: 'PL', quantity: 2 })).status).toBe(200)
  expect(await inspected()).toMatchObject({ donor_city: 'Łódź', donor_country: 'pl', quantity: 2 })
})

test('a user with several organizations picks one of them on the page, and only then updates', async () => {
  await user.connect('MULTI_ORG')
  expect(await user.connection()).toMatchObject({ organization_id: null })
  expect((await update({ memo: 'thanks' })).status).toBe(409)
  const page = await (await user.open('/')).text()
  const [, organization_id] = /value="([^"]+)"/.exec(page) ?? []
  expect((await user.post('/organization', { organization_id: 'of-others' })).status).toBe(400)
  expect((await user.post('/organization', { organization_id })).status).toBe(303)
  expect(await user.connection()).toMatchObject({ organization_id })
})

test('a user without organizations is told whom to contact', async () => {
  await user.connect('NO_ORG')
  const { contact } = (await user.connection()) as { contact: string }
  expect(contact).toMatch(/contact/)
  expect(await (await user.open('/')).text()).toContain(contact)
})

test('a callback is taken once, and only with the state of the flow', async () => {
  const callback = await user.connect()
  expect((await user.open(callback)).status).toBe(400)
  const address = (await user.open('/connect')).headers.get('location') ?? ''
  const { pathname, search } = await mock.browser().follow(address)
  expect((await user.open(`${pathname}${search}x`)).status).toBe(400)
})

test('who is not connected is asked to', async () => {
  expect((await update({ memo: 'thanks' })).status).toBe(401)
})

test.each([
  [{ donor_country: 'zz' }],
  [{ advisor: { first_name: 'Ada' } }],
  [{ quantity: '2' }],
  [{ status: 'settled' }],
])('%j is not sent', async (changes) => {
  await user.connect()
  expect((await update(changes)).status).toBe(422)
})

test('fields for pledged donations are not sent for others', async () => {
  await user.connect()
  const donation = { id: mock.id('SANDBOX_NON_PLEDGED_DONATION_IDS'), status: 'settled' }
  expect((await update({ quantity: 2 }, donation)).status).toBe(422)
})

test('a designation stays until it is changed or cleared', async () => {
  await user.connect()
  const designation_id = mock.id('SANDBOX_DESIGNATION_IDS')
  await update({ designation_id })
  await update({ memo: 'thanks' })
  expect(await inspected()).toMatchObject({ designation_id, memo: 'thanks' })
  await update({ designation_id: null })
  await update({ memo: 'again' })
  expect(await inspected()).toMatchObject({ designation_id: null })
})

test('a form of the page does the same, and what is left empty is no change', async () => {
  await user.connect()
  const before = await inspected()
  const fields = {
    'donation.id': pledged().id,
    'donation.status': 'pledged',
    'changes.memo': '',
    'changes.quantity': '7',
  }
  const headers = { origin: new URL(mock.env('SANDBOX_REDIRECT_URI')).origin, accept: 'text/html' }
  const answer = await user.open('/update', { method: 'POST', headers, body: new URLSearchParams(fields) })
  expect(await answer.text()).toContain('Saved')
  expect(await inspected()).toMatchObject({ quantity: 7, memo: before.memo })
})

test('ten updates at once share a refresh when their token has died', async () => {
  await user.connect()
  await mock.inspect('/clock/advance', { seconds: 3601 })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => update({ memo: `${index}` })))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
})
