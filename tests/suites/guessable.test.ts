import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GivenToken } from '../../client/oauth/given-tokens.ts'
import { findFlaw } from '../../suites/oauth/token/guessable.ts'

/** As few as the suite asks for where it finds none. */
const TOKENS = 12
/** Until the next token is asked for, in milliseconds: an answer takes a part of it. */
const PAUSE = 7

type Make = (place: { readonly index: number; readonly now: number }) => string

function given(make: Make, user = 'owner', family?: number): GivenToken[] {
  return Array.from({ length: TOKENS }, (_, index) => {
    const now = 1_767_225_600_123 + index * PAUSE
    const request = { method: 'POST', url: 'https://auth.example/oauth2/token', headers: {} }
    return {
      kind: 'access token',
      value: make({ index, now }),
      grant: 'code exchange',
      client: 'partner',
      user,
      family: family ?? index,
      exchange: { id: index, startedAt: now, durationMs: 1, request },
    }
  })
}

let drawn = 0
/** Bytes without a pattern, the same in each run: how many bits of random tokens are alike by chance is no matter of luck. */
const randomBytes = (outputLength: number) =>
  createHash('shake256', { outputLength }).update(`drawn ${drawn++}`).digest()
const randomUUID = () => {
  const bytes = randomBytes(16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const base64 = (bytes: number) => randomBytes(bytes).toString('base64url')
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (payload: object, signature: (text: string) => string) => {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(payload)}`
  return `${text}.${signature(text)}`
}
const signed = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url')
const inBase = (base: bigint, digits: string) => (bytes: number) => {
  let [rest, text] = [BigInt(`0x${hex(bytes)}`), '']
  for (; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text
  return text
}
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base58 = inBase(58n, BASE58)

const LEGAL: Readonly<Record<string, Make>> = {
  '16 bytes in hex': () => hex(16),
  '16 bytes in base64': () => base64(16),
  '16 bytes in base 58': () => base58(16),
  '16 bytes in base 32': () => inBase(32n, 'abcdefghijklmnopqrstuvwxyz234567')(16),
  '16 bytes as a number': () => inBase(10n, '0123456789')(16),
  '16 bytes in hex without leading zeros': () => BigInt(`0x${hex(16)}`).toString(16),
  '16 bytes in hex of which one lost four zeros': ({ index }) => (index === 5 ? hex(14) : hex(16)),
  'a prefix and a checksum': () => `gho_${hex(16)}${signed(hex(4)).slice(0, 6)}`,
  'the client in front': () => `partner.${hex(16)}`,
  'the client within': () => `${hex(8)}-partner-${hex(8)}`,
  'a time beside random bits': ({ now }) => `${now.toString(16)}${hex(16)}`,
  'a number beside random bits': ({ index }) => `${index}|${hex(20)}`,
  'a JSON Web Token': ({ index, now }) => jwt({ sub: 'owner', iat: now, jti: index }, signed),
  'an encrypted JSON Web Token': () =>
    [encoded({ alg: 'dir', enc: 'A256GCM' }), '', base64(12), base64(40), base64(16)].join('.'),
  'a signed cookie': ({ now }) =>
    `${encoded({ user: 1 })}.${now.toString(36)}.${signed(`${now}`).slice(0, 27)}`,
  'a time and a block, encrypted': ({ now }) => {
    const time = Buffer.alloc(9)
    time.writeBigUInt64BE(BigInt(now), 1)
    return Buffer.concat([time, randomBytes(64)]).toString('base64url')
  },
  'a random UUID': () => randomUUID(),
  'two random UUIDs': () => `${randomUUID()}${randomUUID()}`,
  'the same again and again': () => '0123456789abcdef'.repeat(4),
}

const base64Time = (now: number) => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(now))
  return time.toString('base64url')
}
const constant = hex(32)

/** With what is to be said of each: where bits are chosen at random, a few may be alike by chance. */
const GUESSABLE: Readonly<Record<string, readonly [make: Make, flaw: RegExp]>> = {
  'a counter': [({ index }) => `${1000 + index}`, /^access tokens of 13 bits$/],
  'a counter, filled up': [
    ({ index }) => `${index}`.padStart(64, '0'),
    /^access tokens in which 0 bits change$/,
  ],
  'a counter behind a long constant': [
    ({ index }) => `${constant}${index}`,
    /^access tokens in which 0 bits change$/,
  ],
  'a counter before a long constant': [
    ({ index }) => `${index + 95}-${constant}`,
    /^access tokens in which 0 bits change$/,
  ],
  'a counter in large steps': [
    ({ index }) => ((2n ** 190n + 1n) * BigInt(index + 3)).toString(16).padStart(64, '0'),
    /^access tokens in which 0 bits change$/,
  ],
  'a time': [({ now }) => `${now}`, /^access tokens of 43 bits$/],
  'a time in base64': [
    ({ now }) => Buffer.from(`partner:owner:${now}`).toString('base64'),
    /^access tokens in which 0 bits change$/,
  ],
  'a time and too few random bits': [
    ({ now }) => `${now.toString(16)}${hex(14)}`,
    /^access tokens in which 11\d bits change$/,
  ],
  'a time in bytes and too few random bits': [
    ({ now }) => `${base64Time(now)}${hex(14)}`,
    /^access tokens in which 11\d bits change$/,
  ],
  'a time behind and too few random bits': [
    ({ now }) => `${hex(14)}${now.toString(16)}`,
    /^access tokens in which 11\d bits change$/,
  ],
  'a UUID of version 1': [
    ({ now }) => `${now.toString(16).slice(-8)}-19ea-11f0-8000-0242ac120002`,
    /^access tokens in which 0 bits change$/,
  ],
  'a UUID of version 7': [
    ({ now }) => `${now.toString(16).padStart(12, '0')}${randomUUID().replaceAll('-', '').slice(12)}`,
    /^access tokens in which 7\d bits change$/,
  ],
  '64 random bits': [() => hex(8), /^access tokens of 64 bits$/],
  '64 random bits between constants': [
    () => `${constant}${hex(8)}${constant}`,
    /^access tokens in which 6\d bits change$/,
  ],
  '64 random bits four times': [() => hex(8).repeat(4), /^access tokens in which 6\d bits change$/],
  '64 random bits as zeros and ones': [
    () => inBase(2n, '01')(8).padStart(64, '0'),
    /^access tokens in which 6\d bits change$/,
  ],
  'a JSON Web Token that is not signed': [
    () => jwt({ jti: randomUUID() + randomUUID() }, () => ''),
    /^access tokens of 0 bits$/,
  ],
  'a JSON Web Token with a constant for its signature': [
    ({ index }) => jwt({ index }, () => constant),
    /^access tokens in which 0 bits change$/,
  ],
  'a JSON Web Token with a short signature': [
    ({ index }) => jwt({ index }, (text) => signed(text).slice(0, 11)),
    /^access tokens of 66 bits$/,
  ],
}

describe.each(Object.entries(LEGAL))('%s', (_, make) => {
  test.each(Array.from({ length: 10 }, (__, index) => index))('is accused of nothing (%i)', () => {
    expect(findFlaw(given(make))?.description).toBeUndefined()
  })
})

test.each(Object.entries(GUESSABLE))('%s is found out', (_, [make, flaw]) => {
  expect(findFlaw(given(make))?.description).toMatch(flaw)
})

test('of eight tokens of zeros and ones, places that are alike by chance count', () => {
  const tokens = given(() => Array.from(randomBytes(160), (byte) => byte % 2).join('')).slice(0, 8)
  expect(findFlaw(tokens)?.description).toBeUndefined()
})

test('one token for two users is found out, and for one user it is legal', () => {
  const constantly = () => constant
  expect(findFlaw([...given(constantly), ...given(constantly)])).toBeUndefined()
  expect(findFlaw([...given(constantly), ...given(constantly, 'other')])?.description).toBe(
    'one access token for different users or clients',
  )
})

test('what is random for each authorization and counts within it is found out', () => {
  const counting = Array.from({ length: TOKENS }, (_, family) => {
    const start = hex(32)
    return given(({ index }) => `${start}${index}`, 'owner', family)
  })
  expect(findFlaw(counting.flat())?.description).toMatch(/^access tokens in which \d bits change$/)
})

describe('a refresh token', () => {
  const beside = (make: (access: string) => string) =>
    given(base64OfBytes).flatMap((access) => [
      access,
      { ...access, kind: 'refresh token' as const, value: make(access.value) },
    ])
  const base64OfBytes = () => base64(24)

  const ownBits = (bits: string) =>
    new RegExp(`^refresh tokens with ${bits} bits that their access token does not have$`)

  test.each<[string, (access: string) => string, bits: string]>([
    ['the access token', (access) => access, '0'],
    ['the access token behind a prefix', (access) => `refresh.${access}`, '48'],
    ['the access token and a few random bits', (access) => `${access}${hex(8)}`, String.raw`6\d`],
    ['the access token, turned in the middle', (access) => access.slice(16) + access.slice(0, 16), '4[678]'],
  ])('that is %s is found out', (_, make, bits) => {
    expect(findFlaw(beside(make))?.description).toMatch(ownBits(bits))
  })

  test('that is the access token and a few random bits is found out, whatever the access token ends in', () => {
    const tokens = given(() => `${base64(23)}-~`).flatMap((access) => [
      access,
      { ...access, kind: 'refresh token' as const, value: `${access.value}${hex(8)}` },
    ])
    expect(findFlaw(tokens)?.description).toMatch(ownBits(String.raw`6\d`))
  })

  test.each<[string, (access: string) => string]>([
    ['a random one', () => base64(24)],
    ['the access token and many random bits', (access) => `${access}.${base64(18)}`],
    ['one with the beginning of the access token', (access) => access.slice(0, 12) + base64(18)],
  ])('that is %s is accused of nothing', (_, make) => {
    expect(findFlaw(beside(make))?.description).toBeUndefined()
  })

  test('that has but two characters, as the access token, is accused of nothing', () => {
    const binary = () => Array.from(randomBytes(140), (byte) => byte % 2).join('')
    const tokens = Array.from({ length: 20 }, () => given(binary))
      .flat()
      .flatMap((access) => {
        const exchange = { ...access.exchange }
        return [
          { ...access, exchange },
          { ...access, exchange, kind: 'refresh token' as const, value: binary() },
        ]
      })
    expect(findFlaw(tokens)?.description).toBeUndefined()
  })
})
