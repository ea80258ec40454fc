import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** States made otherwise; the maker may count and remember. */
function states(maker: () => (customer: Customer) => string): PolicyChange {
  return replace('flows', () => ({ newState: maker() }))
}

/** The same for each flow of a customer. */
function ofCustomer(make: () => string): () => (customer: Customer) => string {
  return () => {
    const made = new WeakMap<Customer, string>()
    return (customer) => {
      const state = made.get(customer) ?? make()
      made.set(customer, state)
      return state
    }
  }
}

function counting(from: number): () => number {
  let count = from
  return () => count++
}

/** Sends the state of a flow that failed once more. */
const keptAfterFailure: PolicyChange = (policies) => {
  const kept = new WeakMap<Customer, string>()
  const last = new WeakMap<Customer, string>()
  return combine(
    replace('pages', ({ notConnected }) => ({
      notConnected(c) {
        const { customer } = c.var
        const state = last.get(customer)
        if (state !== undefined) kept.set(customer, state)
        return notConnected(c)
      },
    })),
    replace('flows', ({ newState }) => ({
      newState(customer) {
        const state = kept.get(customer) ?? newState(customer)
        kept.delete(customer)
        last.set(customer, state)
        return state
      },
    })),
  )(policies)
}

/** Sends no state where the user is connected already, and looks for none. */
const onlyTheFirstTime = combine(
  replace('pages', ({ authorize }) => ({
    authorize(c, url) {
      if (c.var.customer.connection) url.searchParams.delete('state')
      return authorize(c, url)
    },
  })),
  replace('flows', ({ expectedState }) => ({
    expectedState(customer, callback) {
      if (customer.connection === undefined) return expectedState(customer, callback)
      callback.set('state', 'any')
      return 'any'
    },
  })),
)

export const stateFaults: readonly Fault[] = [
  {
    id: 'partner-2-no-state',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3'],
    description: 'No state is sent, and none is looked for.',
    apply: (policies) =>
      replace('flows', ({ authorizationParameters }) => ({
        authorizationParameters(settings, state) {
          const { state: _, ...others } = authorizationParameters(settings, state)
          return others
        },
        expectedState(_customer, callback) {
          callback.set('state', 'any')
          return 'any'
        },
      }))(policies),
  },
  {
    id: 'partner-2-constant',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3'],
    description: 'The state is a word of the source code.',
    apply: states(() => () => 'donations'),
  },
  {
    id: 'partner-2-of-session',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3'],
    description: 'Each flow of a session has the state of its first one.',
    apply: states(ofCustomer(() => randomBytes(24).toString('base64url'))),
  },
  {
    id: 'partner-2-counter',
    requirement: 'PARTNER-2',
    description: 'The state is the number of the flow.',
    apply: states(() => {
      const next = counting(1)
      return () => `${next()}`
    }),
  },
  {
    id: 'partner-2-padded-counter',
    requirement: 'PARTNER-2',
    description: 'The number of the flow stands behind many characters that never change.',
    apply: states(() => {
      const next = counting(1)
      const prefix = randomBytes(24).toString('hex')
      return () => `${prefix}${`${next()}`.padStart(8, '0')}`
    }),
  },
  {
    id: 'partner-2-same-after-each-start',
    requirement: 'PARTNER-2',
    description: 'The generator of states has a fixed seed, so that each start makes the same ones.',
    apply: states(() => {
      const next = counting(1)
      return () => createHash('sha256').update(`seed ${next()}`).digest('base64url')
    }),
  },
  {
    id: 'partner-2-clock',
    requirement: 'PARTNER-2',
    description: 'The state is the time in milliseconds.',
    apply: states(() => () => `${Date.now()}`),
  },
  {
    id: 'partner-2-clock-in-base64',
    requirement: 'PARTNER-2',
    description: 'The state is a record of the time and the page to come back to, in base64.',
    apply: states(() => () => {
      const record = { at: new Date().toISOString(), page: '/donations', tenant: 'partner' }
      return Buffer.from(JSON.stringify(record)).toString('base64url')
    }),
  },
  {
    id: 'partner-2-short',
    requirement: 'PARTNER-2',
    description: 'The state has six random characters.',
    apply: states(() => () => randomBytes(6).toString('base64url').slice(0, 6)),
  },
  {
    id: 'partner-2-short-behind-words',
    requirement: 'PARTNER-2',
    description: 'The state is long, and all but eight hexadecimal digits of it are always the same.',
    apply: states(() => () => `donation-partner-application-oauth-state-${randomBytes(4).toString('hex')}`),
  },
  {
    id: 'partner-2-half-a-uuid',
    requirement: 'PARTNER-2',
    description: 'The state is the first half of a UUID: 60 random bits.',
    apply: states(() => () => randomUUID().replaceAll('-', '').slice(0, 16)),
  },
  {
    id: 'partner-2-ulid',
    requirement: 'PARTNER-2',
    description: 'The state is a ULID: the time in milliseconds and 80 random bits.',
    apply: states(
      () => () => `${Date.now().toString(32).padStart(10, '0')}${randomBytes(10).toString('hex')}`,
    ),
  },
  {
    id: 'partner-2-object-id',
    requirement: 'PARTNER-2',
    description:
      'The state is the key of a record: the time in seconds, a number of the program and a counter.',
    apply: states(() => {
      const next = counting(0x3a0001)
      const program = randomBytes(5).toString('hex')
      return () => `${Math.floor(Date.now() / 1000).toString(16)}${program}${next().toString(16)}`
    }),
  },
  {
    id: 'partner-2-hash-of-clock',
    requirement: 'PARTNER-2',
    description: 'The state is a hash of the time in milliseconds.',
    apply: states(() => () => createHash('sha256').update(`${Date.now()}`).digest('hex')),
  },
  {
    id: 'partner-2-hash-of-counter',
    requirement: 'PARTNER-2',
    description: 'The state is a hash of the number of the flow.',
    apply: states(() => {
      const next = counting(1)
      return () => createHash('md5').update(`${next()}`).digest('hex')
    }),
  },
  {
    id: 'partner-2-pool',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3'],
    description: 'A few good states are made at the start and used in turn.',
    apply: states(() => {
      const next = counting(0)
      const pool = Array.from({ length: 4 }, () => randomBytes(24).toString('base64url'))
      return () => pool[next() % pool.length] ?? ''
    }),
  },
  {
    id: 'partner-2-every-other-flow',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3'],
    description: 'A flow that follows another within the session takes its state over, every other time.',
    apply: states(() => {
      const next = counting(0)
      let last = ''
      return () => {
        if (next() % 2 === 0) last = randomBytes(24).toString('base64url')
        return last
      }
    }),
  },
  {
    id: 'partner-2-numbered-seed',
    requirement: 'PARTNER-2',
    description: 'A hash of the number of the day is followed by the number of the flow in hexadecimal.',
    apply: states(() => {
      const next = counting(4096)
      const day = createHash('sha256').update(new Date().toDateString()).digest('hex')
      return () => `${day}${next().toString(16)}`
    }),
  },
  {
    id: 'partner-2-not-again',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3', 'PARTNER-5'],
    description: 'Who is connected and connects again is sent without a state.',
    apply: onlyTheFirstTime,
  },
  {
    id: 'partner-2-kept-after-failure',
    requirement: 'PARTNER-2',
    description: 'The flow after one that failed has its state.',
    apply: keptAfterFailure,
  },
  {
    id: 'partner-2-linear-generator',
    requirement: 'PARTNER-2',
    description: 'The state is made of two numbers of a linear congruential generator of 64 bits.',
    apply: states(() => {
      let number = randomBytes(8).readBigUInt64BE()
      const next = () => {
        number = BigInt.asUintN(64, number * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
        return number.toString(16).padStart(16, '0')
      }
      return () => next() + next()
    }),
  },
  {
    id: 'partner-2-java-random',
    requirement: 'PARTNER-2',
    description: 'The state is 24 bytes of java.util.Random.',
    apply: states(() => {
      let seed = BigInt(`0x${randomBytes(6).toString('hex')}`)
      const next = () => {
        seed = BigInt.asUintN(48, seed * 0x5deece66dn + 11n)
        return Buffer.from((seed >> 16n).toString(16).padStart(8, '0'), 'hex').reverse()
      }
      return () => Buffer.concat(Array.from({ length: 6 }, next)).toString('base64url')
    }),
  },
  {
    id: 'partner-2-hash-of-microseconds',
    requirement: 'PARTNER-2',
    description: 'The state is md5(uniqid()): a hash of the time in microseconds.',
    apply: states(() => () => {
      const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1000)
      const seconds = Math.floor(microseconds / 1e6)
      const uniqid = `${seconds.toString(16)}${(microseconds % 1e6).toString(16).padStart(5, '0')}`
      return createHash('md5').update(uniqid).digest('hex')
    }),
  },
  {
    id: 'partner-2-hash-of-client-and-counter',
    requirement: 'PARTNER-2',
    description: 'The state is a hash of the client id and the number of the flow.',
    apply: states(() => {
      const next = counting(1)
      const client = process.env.DONATION_CLIENT_ID ?? ''
      return () => createHash('sha256').update(`${client}${next()}`).digest('hex')
    }),
  },
]
