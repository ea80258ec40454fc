import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { lost } from '../../partner/requirements/asked-updates.ts'
import { findGuess, isHashOfFineTime } from '../../partner/requirements/guessed-states.ts'
import { findJavaRandom, findLinear } from '../../partner/requirements/linear-states.ts'
import { withOtherLastBits } from '../../partner/requirements/padded-states.ts'
import { connectedAgain } from '../../partner/requirements/partner-7.ts'
import { secretsIn } from '../../partner/requirements/secrets-in.ts'
import { SentValues } from '../../partner/requirements/sent-values.ts'
import { stateAttacks } from '../../partner/requirements/state-attacks.ts'
import { isAskedFor } from '../../partner/service/asked-for.ts'
import { SilentServiceError } from '../../partner/session/scenario.ts'

test.each([
  ['memo', 'For Ann', ' For  Ann '],
  ['donor_country', 'fr', 'FR'],
  ['donor_postal_code', 'Straße', 'STRASSE'],
  ['donor_country', 'fr', 'France'],
  ['donor_email', 'ann@example.org', 'Ann@Example.org'],
  ['quantity', 3, '3'],
  ['memo', '3', 3],
  ['designation_id', null, ''],
  ['advisor', { email: 'a@b.example' }, { email: 'a@b.example', note: 'unknown' }],
])('%s: %j is normalized from %j', (field, sent, asked) => {
  expect(isAskedFor(field, sent, asked)).toBe(true)
})

test.each([
  ['memo', 'For An', 'For Ann'],
  ['memo', 'for ann', 'For Ann'],
  ['donor_last_name', 'O&#39;Brien', "O'Brien"],
  ['donor_country', 'de', 'fr'],
  ['quantity', 4, 3],
  ['memo', '[object Object]', { a: 1 }],
  ['advisor', { email: 'a@b.example', title: 'Dr' }, { email: 'a@b.example' }],
])('%s: %j is another thing than %j', (field, sent, asked) => {
  expect(isAskedFor(field, sent, asked)).toBe(false)
})

describe('a state that somebody can make', () => {
  const span = { from: 1_700_000_000_000, to: 1_700_000_000_004 }
  const clientId = 'sandbox-partner-1'
  test.each([
    ['the time', createHash('sha256').update('1700000000003').digest('hex')],
    ['the number 7', createHash('md5').update('7').digest('base64url')],
    ['the client id and the number 3', createHash('sha1').update('sandbox-partner-13').digest('hex')],
  ])('is %s, hashed', (what, state) => {
    expect(findGuess([randomUUID(), state], [span], clientId)).toMatchObject({
      state,
      made: expect.stringContaining(what),
    })
  })

  test('is not found among random ones', () => {
    expect(findGuess([randomUUID(), randomUUID()], [span], clientId)).toBeUndefined()
  })

  // The second passes meanwhile.
  const moment = { from: 1_764_100_000_999.3, to: 1_764_100_001_000.4 }

  test.each([
    ['md5', '692607a1000c8', 'hex'],
    ['sha1', '0.99950000 1764100000', 'base64'],
    ['sha256', '1764100001.0001235', 'base64url'],
    ['sha256', '1764100000999500', 'hex'],
  ] as const)('is the %s of %s, a time in more than milliseconds', (name, text, encoding) => {
    const state = createHash(name).update(text).digest(encoding)
    expect(isHashOfFineTime(state, moment)).toBe(true)
    expect(isHashOfFineTime(state, { from: moment.from + 5, to: moment.to + 5 })).toBe(false)
  })

  test('is not looked for in an answer that took long', () => {
    expect(isHashOfFineTime(randomBytes(32).toString('hex'), { from: 0, to: 1e6 })).toBe(false)
  })
})

describe('states of a generator that is not cryptographic', () => {
  const hex = (value: bigint) => value.toString(16).padStart(16, '0')
  const generated = (count: number) => {
    let value = 0x1234_5678_9abc_def0n
    const next = () => {
      value = BigInt.asUintN(64, value * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
      return hex(value)
    }
    return Array.from({ length: count }, () => next() + next())
  }

  test('follow from those before', () => {
    const states = generated(3)
    expect(findLinear(states)).toEqual([states[0], states[1]])
  })

  test('are found among others, and with what was not seen in between', () => {
    const states = generated(9)
    const seen = [randomUUID(), ...states.slice(0, 2), ...states.slice(5), randomUUID()]
    expect(findLinear(seen)).toEqual([states[0], states[1]])
  })

  test.each([
    ['random', () => randomUUID()],
    [
      'random behind a counter',
      (index: number) => `${index.toString(16).padStart(16, '0')}${randomBytes(16).toString('hex')}`,
    ],
    ['hashed', (index: number) => createHash('sha256').update(`key ${index}`).digest('base64url')],
    ['always the same', () => 'the-same'.repeat(4)],
  ])('are not those that are %s', (_what, make) => {
    const texts = Array.from({ length: 200 }, (_, index) => make(index))
    expect(findLinear(texts)).toBeUndefined()
    expect(findJavaRandom(texts)).toBeUndefined()
  })
})

describe('a token in what the browser receives', () => {
  const token = 'q9Zk-3bX_7yLr0TfWm2NvHs8DcPjUe5A'
  const credentials = new SecretRegistry()
  credentials.add(token, 'refresh_token')
  const received = (body: string, headers: Record<string, string[]> = {}) => ({
    ...{
      id: 1,
      startedAt: 0,
      durationMs: 0,
      request: { method: 'GET', url: 'http://127.0.0.1:1/page', headers: {} },
    },
    response: { status: 200, headers, body, bytes: body.length },
  })

  test.each([
    ['as it is', `<p>${token}</p>`],
    ['in base64, wherever it begins', Buffer.from(`xy${token}z`).toString('base64')],
    ['by the numbers of its characters', [...token].map((one) => `&#${one.charCodeAt(0)};`).join('')],
    ['in base64, percent-encoded', encodeURIComponent(Buffer.from(`{"t":"${token}"}`).toString('base64'))],
  ])('is found %s', (_, body) => {
    expect(secretsIn(received(body), credentials)).toBe(
      'a refresh token in the body of the answer to GET /page',
    )
  })

  test('is found in a cookie', () => {
    const cookie = { 'set-cookie': [`s=${Buffer.from(token).toString('base64url')}`] }
    expect(secretsIn(received('', cookie), credentials)).toContain('the header set-cookie')
  })

  test('is not found where there is none', () => {
    expect(
      secretsIn(received('<p>connected</p>', { 'set-cookie': [`s=${randomUUID()}`] }), credentials),
    ).toBeUndefined()
  })
})

test('every attack on a state changes it, where there is anything to change', () => {
  const own = 'a3f0c2d4-9b1e-4c7a-8d55-0123456789ab'
  const other = randomUUID()
  const kept = stateAttacks
    .filter(({ state }) => state({ own, newest: own, other }) === own)
    .map(({ label }) => label)
  expect(kept).toEqual([
    'an error beside the code',
    'a failure of the service beside the code',
    'an unknown error beside the code',
    'the state of a finished flow',
    'the state of a flow whose code was refused',
    'the state of a finished flow when another has begun',
    'an error beside the code when another flow has begun',
  ])
})

test('an update may repeat what the service took last, or refused since then, and nothing older', () => {
  const sent = new SentValues()
  for (const [memo, status] of [
    ['oldest', 200],
    ['taken', 200],
    ['refused', 422],
  ] as const)
    sent.add({
      body: JSON.stringify({ memo }),
      answer: { at: 1, response: { status, headers: {}, body: '', bytes: 0 } },
    })

  expect(['oldest', 'taken', 'refused'].filter((memo) => sent.isKnown('memo', memo))).toEqual([
    'taken',
    'refused',
  ])
})

test('an update may repeat what the service showed in the form that the application gives it', () => {
  const sent = new SentValues()
  const body = JSON.stringify({ data: { donor_email: 'Ann@example.org' } })
  sent.add({
    body: '{}',
    answer: { at: 1, response: { status: 200, headers: {}, body, bytes: body.length } },
  })

  expect(sent.isKnown('donor_email', 'ann@example.org')).toBe(true)
  expect(sent.isKnown('donor_email', 'bob@example.org')).toBe(false)
  expect(sent.isKnown('memo', null)).toBe(false)
})

test('an update may repeat or leave out what the service showed last', () => {
  const sent = new SentValues()
  for (const donor_city of ['Lagos', 'Abuja']) {
    const body = JSON.stringify({ data: { donor_city } })
    sent.add({
      body: '{}',
      answer: { at: 1, response: { status: 200, headers: {}, body, bytes: body.length } },
    })
  }
  expect(['Lagos', 'Abuja'].filter((city) => sent.isKnown('donor_city', city))).toEqual(['Abuja'])
  const asking = (donor_city: string) => lost([], { donor_city }, sent) !== undefined
  expect(['Lagos', 'Abuja'].filter(asking)).toEqual(['Lagos'])
})

test('a new flow that fails is told from a service of the suite that gives no answer', async () => {
  const failing = (error: Error) => connectedAgain(() => Promise.reject(error))
  await expect(failing(new InconclusiveError('no code'))).resolves.toBe('no code')
  await expect(failing(new SilentServiceError('no answer'))).rejects.toThrow('no answer')
})

test.each([
  ['Ab-dEfw', 'Ab-dEfx'],
  ['head.body.Zb', 'head.body.Za'],
  ['Ab-d', undefined],
  ['0123456789', undefined],
  ['Ab==', undefined],
  ['', undefined],
])('the last bits of a state in base64 are free: %s', (state, other) => {
  expect(withOtherLastBits(state)).toBe(other)
  if (other) expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(state, 'base64url'))
})
