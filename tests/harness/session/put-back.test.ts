import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { inspectedDonationSchema } from '../../../contract/inspector.ts'
import { Session } from '../../../harness/session/session.ts'
import { contractPolicies, type Policies } from '../../../mock/policies/index.ts'
import { replace } from '../../../mock/policies/replace.ts'
import { startMockService } from '../../../mock/server.ts'

async function openSession(policies: Policies = contractPolicies) {
  const mock = await startMockService({ policies })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  const inspect = async (id: string) => {
    const headers = { authorization: `Bearer ${mock.inspectorKey}` }
    const response = await fetch(`${mock.urls.inspector}/donations/${id}`, { headers })
    return inspectedDonationSchema.parse(await response.json())
  }
  return { mock, session, inspect }
}

const changes = {
  donor_first_name: 'Changed',
  donor_city: 'Elsewhere',
  memo: 'changed',
  advisor: { email: 'advisor@example.org' },
}

test('a donation is put back as its record showed it, and what could not be is said', async () => {
  const { session, inspect } = await openSession()
  const [id = ''] = await session.lease(['other'])
  const before = await inspect(id)
  await session.api.update('PATCH', id, changes)
  expect(await inspect(id)).not.toEqual(before)
  const { notes } = await session.conclude()
  expect(await inspect(id)).toMatchObject({
    donor_first_name: before.donor_first_name,
    donor_city: before.donor_city,
  })
  expect(notes.join()).toContain('designation_id')
})

test('of a donation that could not be read it is said why', async () => {
  const mock = await startMockService()
  onTestFinished(() => mock.close())
  const known = readEnvironment({ processEnv: mock.environment })
  const target = { ...known, pledgedDonationIds: [], nonPledgedDonationIds: ['no-such'] }
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  await session.lease(['other'])
  const { notes } = await session.conclude()
  expect(notes.join()).toContain(
    'how these were before the run could not be read: donation no-such: 404 (application/json)',
  )
})

test('also where a connection is lost meanwhile', async () => {
  let left = 0
  const losing = replace('transport', ({ listener }) => ({
    listener: (inner, host) =>
      listener((request, response) => {
        if (request.method === 'PATCH' && left-- > 0) request.destroy()
        else inner(request, response)
      }, host),
  }))
  const { session, inspect } = await openSession(losing(contractPolicies))
  const [id = ''] = await session.lease(['other'])
  const before = await inspect(id)
  await session.api.update('PATCH', id, changes)
  left = 1
  const { notes } = await session.conclude()
  expect(left).toBeLessThan(1)
  expect(notes.join()).not.toContain('not put back')
  expect(await inspect(id)).toMatchObject({ donor_first_name: before.donor_first_name })
})

test('donations of which the same is to be said are named in one sentence', async () => {
  let isClosed = false
  const closing = replace('transport', ({ around }) => ({
    around: async (request, next, host) =>
      isClosed && request.method === 'PATCH'
        ? new Response(null, { status: 403 })
        : around(request, next, host),
  }))
  const { session } = await openSession(closing(contractPolicies))
  const [one = ''] = await session.lease(['other'])
  const [two = ''] = await session.lease(['pledged'])
  isClosed = true
  const { notes } = await session.conclude()
  const said = notes.filter((note) => note.includes('not put back'))
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^donations \S+, \S+: not put back: no update was accepted$/)
  expect([said[0]?.includes(one), said[0]?.includes(two)]).toEqual([true, true])
})

test('also when the run was interrupted', async () => {
  const { session, inspect } = await openSession()
  const [id = ''] = await session.lease(['pledged'])
  const before = await inspect(id)
  await session.api.update('PATCH', id, { ...changes, quantity: 7 })
  session.abort.abort()
  await session.conclude()
  expect(await inspect(id)).toMatchObject({ donor_first_name: before.donor_first_name })
})

test('also when the run was interrupted, and its access token has expired by then', async () => {
  const { session, inspect, mock } = await openSession()
  const [id = ''] = await session.lease(['other'])
  const before = await inspect(id)
  await session.api.update('PATCH', id, changes)
  mock.clock.advance(2 * 3600 * 1000)
  session.abort.abort()
  const { notes } = await session.conclude()
  expect(notes.join()).not.toContain('no update was accepted')
  expect(await inspect(id)).toMatchObject({ donor_first_name: before.donor_first_name })
})
