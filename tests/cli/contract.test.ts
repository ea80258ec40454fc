import { expect, test } from 'vitest'
import { run } from './program.ts'

test('the contract is printed by the sentence, with what tests each or why nothing does', async () => {
  const { status, stdout, stderr } = await run(['contract', '--coverage'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const events = stdout.slice(stdout.indexOf('14. Events'), stdout.indexOf('15. Errors'))
  expect(events).toMatchInlineSnapshot(`
    "14. Events
    14.1  Webhooks are sent to a destination that is registered for each environment
          -> ENV-3
    14.2  The environment in which the donation happened is the one that sends the webhook
          -> ENV-3
    14.3  Which events there are, what a webhook holds and how it is signed is left out
          -> ENV-3; free: what came is recorded as it was seen

    "
  `)
  expect(stdout.slice(stdout.indexOf('sentences:') - 4)).toMatchInlineSnapshot(`
    "150 sentences:
      109 tested
       14 tested in part
        2 not visible
       13 the partner's side
        5 free
        7 explanatory
    "
  `)
})

test('without --coverage it is the text alone, and as JSON it is data', async () => {
  const [text, json] = await Promise.all([run(['contract']), run(['contract', '--json'])])
  expect(text.stdout).toContain('\n14.1  Webhooks are sent to')
  expect(text.stdout).not.toContain('ENV-3')
  expect(JSON.parse(json.stdout)[13].sentences[0]).toEqual({
    number: '14.1',
    says: 'Webhooks are sent to a destination that is registered for each environment',
    tested: ['ENV-3'],
    treatment: 'tested',
  })
})
