import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { expect, test } from 'vitest'
import { attributed } from '../../../client/http/attribution.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { Sender } from '../../../client/http/sender.ts'
import { ManualBrowser } from '../../../client/login/manual.ts'
import type { Prompt } from '../../../client/login/prompt.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { callback } from './site.ts'

const user = { username: 'ada', password: '' }
const urlFor = (state?: string) =>
  `https://auth.example/oauth2/authorize?response_type=code${state === undefined ? '' : `&state=${state}`}`

/** A prompt where a person gives these answers, one to each question, and what was said there. */
function promptWith(answers: readonly (string | ((asked: string) => string))[]) {
  const left = [...answers]
  const said: string[] = []
  const turns = new PQueue({ concurrency: 1 })
  const prompt: Prompt = {
    tell: (text) => void said.push(text),
    ask: async () => {
      await sleep(5)
      const answer = left.shift() ?? ''
      return typeof answer === 'string' ? answer : answer(said.at(-1) ?? '')
    },
    inTurn: (talk) => turns.add(talk),
    isClosed: false,
  }
  return { prompt, said }
}

/** What the service sends a person to who approves the address in a text. */
const approving = (code: string) => (asked: string) =>
  `${callback}?code=${code}&state=${/state=(\w+)/.exec(asked)?.[1]}`

const client = (requirement: string, options = {}) =>
  attributed(createHttpClient({ secrets: new SecretRegistry() }), new Sender(requirement, options))

test('questions at the same moment are asked one after the other, and each gets its own answer', async () => {
  const { prompt, said } = promptWith(['one', 'two', 'three'].map(approving))
  const states = ['s1', 's2', 's3']
  const flows = await Promise.all(
    states.map((state) =>
      new ManualBrowser(prompt).authorize(urlFor(state), 'approve', user, [callback], client('TOKEN-1')),
    ),
  )
  expect(said).toHaveLength(3)
  expect(flows.map((flow) => flow.kind === 'redirected' && flow.url?.searchParams.get('state'))).toEqual(
    states,
  )
})

test('the question of the suite itself says that all else hangs on it, and which login it is', async () => {
  const { prompt, said } = promptWith([approving('c')])
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const browser = new ManualBrowser(prompt, { which: 'login 1 of 3 at most' })
  await browser.authorize(urlFor('s'), 'approve', user, [callback], http)
  await http.close()
  expect(said[0]).toContain(
    'Open this address for everything that needs a token (login 1 of 3 at most), log in as ada and approve:',
  )
})

test('a question says what it serves, and as whom to log in', async () => {
  const { prompt, said } = promptWith([approving('c')])
  const browser = new ManualBrowser(prompt, { roleOf: () => 'the user without organizations' })
  await browser.authorize(urlFor('s'), 'decline', user, [callback], client('ORG-3'))
  expect(said[0]).toContain(
    'Open this address for ORG-3, log in as ada (the user without organizations) and decline:',
  )
})

test.each([
  ['of another question', `${callback}?code=c1&state=other`, 'belongs to another question'],
  ['without its state', `${callback}?code=c1`, 'belongs to another question'],
  ['that is the question itself', urlFor('s1'), 'is the address to open'],
])('an answer %s is asked for again, with one line', async (_, wrong, why) => {
  const { prompt, said } = promptWith([wrong, `${callback}?code=c2&state=s1`])
  const flow = await new ManualBrowser(prompt).authorize(urlFor('s1'), 'approve', user, [callback])
  expect(said.slice(1)).toEqual([expect.stringContaining(why)])
  expect(flow).toMatchObject({ kind: 'redirected', location: `${callback}?code=c2&state=s1` })
})

test('the answer to an earlier question is no answer to a later one, whatever is judged', async () => {
  const first = `${callback}?code=c1&state=s1`
  const { prompt, said } = promptWith([first, first, `${callback}?code=c2&state=s1`])
  const ask = () =>
    new ManualBrowser(prompt).authorize(
      urlFor('s1'),
      'approve',
      user,
      [callback],
      client('AUTHZ-2', { judgesState: true }),
    )
  await ask()
  expect(await ask()).toMatchObject({ location: `${callback}?code=c2&state=s1` })
  expect(said[2]).toContain('is the answer to an earlier question')
})

test('where the state is judged, or the person gives the same again, another state is an answer', async () => {
  const altered = `${callback}?code=c1&state=altered`
  const judged = promptWith([altered])
  const browser = new ManualBrowser(judged.prompt)
  const flow = await browser.authorize(
    urlFor('s1'),
    'approve',
    user,
    [callback],
    client('AUTHZ-2', { judgesState: true }),
  )
  expect(flow).toMatchObject({ location: altered })
  expect(judged.said).toHaveLength(1)
  const insisted = promptWith([altered, altered])
  const again = await new ManualBrowser(insisted.prompt).authorize(urlFor('s1'), 'approve', user, [callback])
  expect(again).toMatchObject({ location: altered })
})

test('who does not get there says so, and once the run is over nobody is asked', async () => {
  const { prompt, said } = promptWith(['', ''])
  const refused = await new ManualBrowser(prompt).authorize(urlFor('s1'), 'approve', user, [callback])
  expect(refused).toMatchObject({ kind: 'stopped', isFinal: false })
  const closed: Prompt = { ...prompt, isClosed: true }
  await new ManualBrowser(closed).authorize(urlFor('s1'), 'approve', user, [callback])
  expect(said).toHaveLength(1)
})
