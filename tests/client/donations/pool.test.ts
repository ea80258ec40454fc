import { expect, test } from 'vitest'
import { DonationPool } from '../../../client/donations/pool.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'

const target = readEnvironment({
  processEnv: {
    SANDBOX_AUTH_URL: 'https://auth.example.com',
    SANDBOX_API_URL: 'https://api.example.com',
    SANDBOX_CLIENT_ID: 'client',
    SANDBOX_CLIENT_SECRET: 'a-secret-of-nobody-at-all',
    SANDBOX_REDIRECT_URI: 'https://app.example.com/callback',
    SANDBOX_SCOPE: 'donations',
    SANDBOX_LOGIN: 'manual',
    SANDBOX_PLEDGED_DONATION_IDS: 'p1',
    SANDBOX_NON_PLEDGED_DONATION_IDS: 'o1,o2',
  },
})

test('who waits with a lower rank is served first, and among equals who came first', async () => {
  const pool = new DonationPool(target)
  const [first] = await pool.lease(['pledged'])
  const served: string[] = []
  const wait = (name: string, rank: number) =>
    pool.lease(['pledged'], rank).then((ids) => {
      served.push(name)
      pool.release(ids)
    })
  const all = [
    wait('third row', 2),
    wait('first row', 0),
    wait('second row', 1),
    wait('another first row', 0),
  ]
  pool.release([first ?? ''])
  await Promise.all(all)
  expect(served).toEqual(['first row', 'another first row', 'second row', 'third row'])
})

test('several are lent at once or not at all, and nobody is passed over for good', async () => {
  const pool = new DonationPool(target)
  const held = await pool.lease(['other'])
  const both = pool.lease(['other', 'other'])
  const pledged = await pool.lease(['any'])
  expect(pledged).toEqual(['p1'])
  pool.release(held)
  expect(await both).toEqual(['o1', 'o2'])
})
