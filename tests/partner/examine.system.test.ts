import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { built } from '../../harness/engine/built.ts'
import { application, examined, smallApplication, verdictsOf } from './examining.ts'

test('an application without any library keeps all requirements, whatever the seed is', async () => {
  for (const seed of [1, 2]) {
    const result = await examined(smallApplication(), { seed })
    expect(new Set(Object.values(verdictsOf(result)))).toEqual(new Set(['pass']))
    expect(result.run.durationMs).toBeLessThan(30_000)
  }
})

test('an application that never answers is given up', async () => {
  const { problem } = await examined(application(`http.createServer(() => 0).listen(port, '127.0.0.1')`))
  expect(problem).toBe('the application gives no answer to GET /connect: no answer within 10 s')
})

test('an application that sends the service thousands of requests is stopped', async () => {
  // It listens when it is turned away: nothing that a browser asked for counts before.
  const { problem } = await examined(
    application(
      `const server = http.createServer((request, response) => response.end())`,
      `const onAnswer = ({ status }) => (status === 429 ? server.listening || server.listen(port, '127.0.0.1') : ask())`,
      `const ask = () => fetch(process.env.DONATION_API_URL + '/v1/organizations').then(onAnswer, ask)`,
      'for (let i = 0; i < 30; i++) ask()',
    ),
    { runs: 1 },
  )
  expect(problem).toBe('the application sent the service more than 5000 requests')
})

/** The shell command that starts the sample application with these variants. */
function sample(...variants: readonly string[]): string {
  const options = variants.map((id) => `--variant ${id}`).join(' ')
  return `exec ${process.execPath} ${fileURLToPath(built('examples/partner/main.js'))} ${options}`
}

test.each([
  { variants: ['put-of-all-that-is-known', 'invalid-dropped'], seed: 28 },
  // With this seed an address comes that only strict validators refuse.
  { variants: ['all-that-is-shown', 'invalid-dropped'], seed: 44 },
])('$variants.0: what is known in place of what is invalid keeps PARTNER-14', async ({ variants, seed }) => {
  const result = await examined(sample(...variants), { only: ['PARTNER-14'], seed, runs: 25 })
  expect(verdictsOf(result)).toEqual({ 'PARTNER-14': 'pass' })
})

test('where a refusal ends the connection, PARTNER-14 goes on with a new one', async () => {
  const result = await examined(sample('connection-ends-at-refusal'), { only: ['PARTNER-14'] })
  expect(verdictsOf(result)).toEqual({ 'PARTNER-14': 'pass' })
  expect(result.requirements.flatMap(({ remarks = [] }) => remarks)).toEqual([])
})
