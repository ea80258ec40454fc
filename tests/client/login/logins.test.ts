import { expect, test } from 'vitest'
import { createHttpClient, withSend } from '../../../client/http/client.ts'
import { Sender } from '../../../client/http/sender.ts'
import { Logins } from '../../../client/login/logins.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

test('the login that most tests wait for comes first, then those of tests that hold what others wait for', async () => {
  const ended: string[] = []
  const agent = {
    authorize: async (url: string) => {
      ended.push(url)
      const after = 'decision' as const
      const redirected = { kind: 'redirected' as const, location: url, url: undefined }
      return { ...redirected, after, sawApproval: true, exchanges: [] }
    },
  }
  const logins = new Logins(() => agent, { sessions: 1 })
  const suite = createHttpClient({ secrets: new SecretRegistry() })
  const single = withSend(suite, suite.send, new Sender('TOKEN-3'))
  const user = { username: 'ada', password: 'secret' }
  const logIn = (name: string, http: typeof suite) => logins.authorize(user, name, 'approve', [], http)
  const holder = new Sender('UPDATE-1')
  holder.holdsDonations = true
  const holding = withSend(suite, suite.send, holder)
  const laterRow = withSend(suite, suite.send, new Sender('TOKEN-3', { rank: 5 }))
  await Promise.all([
    logIn('first test', single),
    logIn('a later row', laterRow),
    logIn('second test', single),
    logIn('one with donations', holding),
    logIn('suite', suite),
  ])
  await suite.close()
  expect(ended).toEqual(['first test', 'suite', 'one with donations', 'second test', 'a later row'])
  expect(logins.waitedMs).toBeGreaterThan(0)
})

test.each([
  { max: Number.POSITIVE_INFINITY, sessions: ['session 1', 'session 2', 'session 2'] },
  { max: 10, sessions: ['session 1', 'session 1', 'session 1'] },
])('what may be revoked is in a session of its own, unless logins are counted ($max)', async (row) => {
  const { max, sessions } = row
  let opened = 0
  const used: string[] = []
  const logins = new Logins(
    () => {
      const name = `session ${++opened}`
      return {
        authorize: async (location: string) => {
          used.push(name)
          const after = 'decision' as const
          const redirected = { kind: 'redirected' as const, location, url: undefined }
          return { ...redirected, after, sawApproval: true, exchanges: [] }
        },
      }
    },
    { sessions: 1, max },
  )
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const apart = logins.apart()
  for (const one of [logins, apart, apart.apart()]) await one.authorize(user, 'url', 'approve', [], http)
  await http.close()
  expect(used).toEqual(sessions)
})

test.each([1, 3, 4, 6, 10])('isolated sessions use up the same logins, %i in all', async (max) => {
  let opened = 0
  const logins = new Logins(
    () => {
      opened++
      return {
        authorize: async (location: string) => {
          const redirected = { kind: 'redirected' as const, location, url: undefined }
          return { ...redirected, after: 'decision' as const, sawApproval: true, exchanges: [] }
        },
      }
    },
    { max, sessions: 1, each: true },
  )
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const logIn = (by: Logins) =>
    by.authorize(user, 'url', 'approve', [], http).catch((error: Error) => error.message)
  for (let round = 0; round < 12; round++) for (const by of [logins.isolated(), logins]) await logIn(by)
  expect([await logIn(logins), await logIn(logins.isolated())]).toEqual(
    Array(2).fill('all logins of this run are used up'),
  )
  await http.close()
  expect([opened, logins.taken]).toEqual([max, max])
})

test('a service that is overloaded for a moment is asked again, until it has time', async () => {
  const answers = ['error=temporarily_unavailable', 'error=temporarily_unavailable', 'code=abc', 'code=def']
  const logins = new Logins(
    () => ({
      authorize: async () => {
        const location = `https://partner.example/callback?${answers.shift()}`
        const redirected = { kind: 'redirected' as const, location, url: new URL(location) }
        return { ...redirected, after: 'request' as const, sawApproval: false, exchanges: [] }
      },
    }),
    { pausesMs: [1, 1] },
  )
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const flow = await logins.authorize(user, 'url', 'approve', [], http)
  await http.close()
  expect(flow).toMatchObject({ location: 'https://partner.example/callback?code=abc' })
  expect(answers).toEqual(['code=def'])
})

test('a session in which an authorization got stuck is not used again', async () => {
  const opened: string[] = []
  const logins = new Logins(
    () => {
      const name = `session ${opened.length + 1}`
      opened.push(name)
      return {
        authorize: async () => ({
          ...{ kind: 'stopped', why: name, page: '', isFinal: false, loginRefused: false },
          ...{ after: 'login', sawApproval: false, exchanges: [] },
        }),
      } as const
    },
    { sessions: 1 },
  )
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const ends = [
    await logins.authorize(user, 'first', 'approve', [], http),
    await logins.authorize(user, 'second', 'approve', [], http),
  ]
  await http.close()
  expect(ends).toMatchObject([{ why: 'session 1' }, { why: 'session 2' }])
})

test('whoever waits for a session of before waits no longer when that one breaks', async () => {
  let opened = 0
  let breakUp = () => {}
  const brokenUp = new Promise<void>((resolve) => {
    breakUp = resolve
  })
  const logins = new Logins(() => {
    const isFirst = ++opened === 1
    let uses = 0
    return {
      authorize: async (location: string) => {
        const flow = { sawApproval: true, exchanges: [] }
        if (!isFirst) {
          setImmediate(breakUp)
          return {
            ...{ kind: 'stopped', why: 'refused', page: '', isFinal: true, loginRefused: true },
            ...{ after: 'login', ...flow },
          }
        }
        if (++uses > 1) {
          await brokenUp
          throw new Error('the connection is gone')
        }
        return { kind: 'redirected', location, url: undefined, after: 'decision', ...flow }
      },
    } as const
  })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const logIn = () => logins.authorize(user, 'url', 'approve', [], http)
  await logIn()
  const [breaks, waits] = await Promise.allSettled([logIn(), logIn()])
  await http.close()
  expect(breaks.status).toBe('rejected')
  expect(waits).toMatchObject({ value: { kind: 'stopped', why: 'refused' } })
})

test('where nobody may log in any more, the sessions of before go on', async () => {
  const used: string[] = []
  let opened = 0
  const logins = new Logins(() => {
    const name = `session ${++opened}`
    let isLoggedIn = false
    return {
      authorize: async (location: string) => {
        used.push(name)
        const flow = { sawApproval: true, exchanges: [] }
        if (!isLoggedIn && opened > 1)
          return {
            ...{ kind: 'stopped', why: 'unusual activity', page: '', isFinal: true, loginRefused: false },
            ...{ status: 403, after: 'login', ...flow },
          }
        isLoggedIn = true
        return { kind: 'redirected', location, url: undefined, after: 'decision', ...flow }
      },
    } as const
  })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const logIn = (by: Logins) => by.authorize(user, 'url', 'approve', [], http)
  const flows = [await logIn(logins), ...(await Promise.all([logIn(logins), logIn(logins)]))]
  flows.push(...(await Promise.all([logIn(logins), logIn(logins), logIn(logins)])))
  flows.push(await logIn(logins.apart()))
  expect((await logIn(logins.isolated())).kind).toBe('stopped')
  await http.close()
  expect(flows.map(({ kind }) => kind)).toEqual(flows.map(() => 'redirected'))
  // The second and third login were refused, or the one of a session apart; nobody tried one after the first refusal.
  expect(used.filter((name) => name !== 'session 1').length).toBeLessThanOrEqual(3)
})

test('whoever is turned away waits for a session that is at its first login', async () => {
  let opened = 0
  let turnedAway = () => {}
  const afterRefusal = new Promise<void>((resolve) => {
    turnedAway = resolve
  })
  const logins = new Logins(() => {
    const isFirst = ++opened === 1
    return {
      authorize: async (location: string) => {
        const flow = { sawApproval: true, exchanges: [] }
        if (isFirst) {
          await afterRefusal
          return { kind: 'redirected', location, url: undefined, after: 'decision', ...flow }
        }
        setImmediate(turnedAway)
        return {
          ...{ kind: 'stopped', why: 'refused', page: '', isFinal: true, loginRefused: true },
          ...{ after: 'login', ...flow },
        }
      },
    } as const
  })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const logIn = () => logins.authorize(user, 'url', 'approve', [], http)
  const flows = await Promise.all([logIn(), logIn()])
  await http.close()
  expect(flows.map(({ kind }) => kind)).toEqual(['redirected', 'redirected'])
})

test('where a login ends the session of the one before, one at a time gets through', async () => {
  let latest: string | undefined
  let opened = 0
  const logins = new Logins(() => {
    const name = `session ${++opened}`
    return {
      authorize: async (location: string) => {
        const flow = { sawApproval: true, exchanges: [] }
        latest = name
        await new Promise(setImmediate)
        if (latest === name)
          return { kind: 'redirected', location, url: undefined, after: 'decision', ...flow }
        return {
          ...{ kind: 'stopped', why: 'the login page came again', page: '', isFinal: true },
          ...{ loginRefused: true, after: 'login', ...flow },
        }
      },
    } as const
  })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const user = { username: 'ada', password: 'secret' }
  const logIn = () => logins.authorize(user, 'url', 'approve', [], http)
  const flows = await Promise.all([logIn(), logIn(), logIn(), logIn()])
  await http.close()
  expect(flows.map(({ kind }) => kind)).toEqual(flows.map(() => 'redirected'))
})
