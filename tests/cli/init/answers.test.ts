import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { askForValues, givenValues, withoutAsking } from '../../../cli/init/answers.ts'
import { UsageError } from '../../../cli/usage.ts'

const CTRL_C = '\x03'
const DOWN = '\x1b[B'

/** A person who answers each question, as soon as it is asked, with the text after it; the last answers go on and on. */
function person(answers: Readonly<Record<string, readonly string[]>>) {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { columns: 200 })
  const left = new Map(Object.entries(answers).map(([question, texts]) => [question, [...texts]]))
  let shown = ''
  let current: string[] = []
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    const asked = [...left.keys()].find((question) => text.includes(`${question}`))
    if (asked !== undefined) {
      current = left.get(asked) ?? []
      left.delete(asked)
    } else if (!text.includes('must be')) return
    const next = current.shift()
    if (next !== undefined) setImmediate(() => input.write(next))
  })
  return { terminal: { input, output }, shown: () => stripVTControlCharacters(shown) }
}

const answers = {
  'SANDBOX_AUTH_URL:': ['https://auth.example.org\r'],
  'SANDBOX_API_URL:': ['https://api.example.org\r'],
  'SANDBOX_CLIENT_ID:': ['me\r'],
  'SANDBOX_CLIENT_SECRET:': ['hunter2\r'],
  'SANDBOX_REDIRECT_URI:': ['https://partner.example.org/cb\r'],
  'SANDBOX_SCOPE:': ['donations organizations\r'],
  'SANDBOX_LOGIN:': ['\r'],
  'SANDBOX_USERNAME:': ['ada\r'],
  'SANDBOX_PASSWORD:': ['swordfish\r'],
  'SANDBOX_PLEDGED_DONATION_IDS:': ['d1,d2\r'],
  'SANDBOX_NON_PLEDGED_DONATION_IDS:': ['\r'],
  'CI system': [`${DOWN}\r`],
}
const nothing = { values: {}, ci: undefined }

test('a person is asked for what a run needs, and sees no secret that was typed', async () => {
  const { terminal, shown } = person(answers)
  expect(await askForValues(nothing, terminal)).toEqual({
    ci: 'gitlab',
    values: {
      SANDBOX_AUTH_URL: 'https://auth.example.org',
      SANDBOX_API_URL: 'https://api.example.org',
      SANDBOX_CLIENT_ID: 'me',
      SANDBOX_CLIENT_SECRET: 'hunter2',
      SANDBOX_REDIRECT_URI: 'https://partner.example.org/cb',
      SANDBOX_SCOPE: 'donations organizations',
      SANDBOX_USERNAME: 'ada',
      SANDBOX_PASSWORD: 'swordfish',
      SANDBOX_PLEDGED_DONATION_IDS: 'd1,d2',
    },
  })
  expect(shown()).toContain('the authorization host, without /oauth2 (from the operator of the service)')
  expect(shown()).not.toMatch(/h?unter2|s?wordfish/)
})

test('what is given is not asked for, and what a manual login makes needless neither', async () => {
  const { shown, terminal } = person(answers)
  const known = {
    ...nothing,
    values: { SANDBOX_LOGIN: 'manual', SANDBOX_CLIENT_ID: 'me' },
    ci: 'none' as const,
  }
  await askForValues(known, terminal)
  expect(shown()).not.toMatch(/SANDBOX_(CLIENT_ID|LOGIN|USERNAME|PASSWORD):|CI system/)
})

test.each([
  ['SANDBOX_AUTH_URL', 'not a URL', 'https://auth.example.org', 'must be an absolute http or https URL'],
  ['SANDBOX_API_URL', 'https://api.example.org/v1', 'https://api.example.org', 'must be without /v1'],
] as const)('a wrong answer is told at once, and asked for again: %s', async (key, wrong, right, told) => {
  const { terminal, shown } = person({ ...answers, [`${key}:`]: [`${wrong}\r`, `\x15${right}\r`] })
  const { values } = await askForValues(nothing, terminal)
  expect(values?.[key]).toBe(right)
  expect(shown()).toContain(`${key} ${told}`)
})

test('who gives up is told that nothing was written', async () => {
  const { terminal } = person({ ...answers, 'SANDBOX_CLIENT_SECRET:': [CTRL_C] })
  await expect(askForValues(nothing, terminal)).rejects.toThrow(new UsageError('Nothing was written.'))
})

test('options win over the environment of the process, and secrets come from there alone', () => {
  const processEnv = { SANDBOX_SCOPE: 'all', SANDBOX_CLIENT_SECRET: 'hunter2', HOME: '/' }
  expect(givenValues(['SANDBOX_SCOPE=a=b'], processEnv)).toEqual({
    SANDBOX_SCOPE: 'a=b',
    SANDBOX_CLIENT_SECRET: 'hunter2',
  })
})

test.each([
  ['SANDBOX_PASSWORD=hunter2', /^--set: SANDBOX_PASSWORD is a secret, and others can read a command line/],
  ['SANDBOX_PASWORD=hunter2', /^--set: SANDBOX_PASWORD is no known key; did you mean SANDBOX_PASSWORD\?$/],
  ['hunter=hunter2', /^--set: hunter is no known key$/],
  ['SANDBOX_SCOPE', /^--set: SANDBOX_SCOPE has no value; write SANDBOX_SCOPE=…$/],
  ['SANDBOX_API_URL=here', /^SANDBOX_API_URL must be an absolute http or https URL/],
])('what is wrong with %s is told in one line, without a secret', (setting, says) => {
  expect(() => givenValues([setting], {})).toThrow(says)
  expect(() => givenValues([setting], {})).not.toThrow(/hunter2/)
})

test('without a terminal, what would be asked is told with what answers it', () => {
  const values = { SANDBOX_AUTH_URL: 'https://auth.example.org', SANDBOX_LOGIN: 'manual' }
  expect(() => withoutAsking({ ...nothing, values })).toThrowErrorMatchingInlineSnapshot(`
    [Error: init asks in a terminal, and there is none. These answer what it would ask:
      --set SANDBOX_API_URL=…                        the API host, without /v1
      --set SANDBOX_CLIENT_ID=…                      the client id of the partner application
      SANDBOX_CLIENT_SECRET in the environment       the client secret of the partner application
      --set SANDBOX_REDIRECT_URI=…                   the registered OAuth callback URL, character for character; nothing needs to listen there
      --set SANDBOX_SCOPE=…                          the permissions to ask for, separated by spaces
      --set SANDBOX_PLEDGED_DONATION_IDS=…           donations whose status is pledged, separated by commas, all of one campaign; tests change them (may be left out)
      --set SANDBOX_NON_PLEDGED_DONATION_IDS=…       donations in any other status, of the same campaign; tests change them (may be left out)
      --ci github|gitlab|jenkins|none                the CI system to write a file for]
  `)
})

test('without a terminal, what may be left out is left out', () => {
  const values = givenValues(
    [
      'SANDBOX_AUTH_URL=https://auth.example.org',
      'SANDBOX_API_URL=https://api.example.org',
      'SANDBOX_CLIENT_ID=me',
      'SANDBOX_REDIRECT_URI=https://partner.example.org/cb',
      'SANDBOX_SCOPE=donations',
      'SANDBOX_USERNAME=ada',
    ],
    { SANDBOX_CLIENT_SECRET: 'hunter2', SANDBOX_PASSWORD: 'swordfish' },
  )
  expect(withoutAsking({ values, ci: 'none' })).toEqual({ values, ci: 'none' })
})
