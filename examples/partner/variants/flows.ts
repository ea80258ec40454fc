import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Customer } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Decision } from './variant.ts'

const states = (newState: (customer: Customer) => string): PolicyChange =>
  replace('flows', () => ({ newState }))

const key = randomBytes(32)
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT (RFC 7519) that expires in ten minutes; what tells two of them apart is the signature of an id. */
function signedState(): string {
  const issuedAt = Math.floor(Date.now() / 1000)
  const claims = { iss: 'partner', iat: issuedAt, exp: issuedAt + 600, jti: randomUUID() }
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

function encryptedState(): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = [cipher.update(JSON.stringify({ page: '/', at: Date.now() })), cipher.final()]
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Compares what states stand for: the decoder drops what is no base64, and the bits at the end that make no byte. */
const decodedStates: PolicyChange = replace('flows', ({ expectedState }) => ({
  expectedState(customer, callback) {
    const expected = expectedState(customer, callback)
    const given = callback.get('state')
    if (!given || typeof expected !== 'string') return expected
    const [one, other] = [given, expected].map((state) => Buffer.from(state, 'base64url').toString('hex'))
    return one === other ? given : expected
  },
}))

/** The challenge is in the authorization request, its verifier in the exchange (RFC 7636). */
const pkce: PolicyChange = (policies) => {
  const verifiers = new Map<string, string>()
  const pending = new WeakMap<Customer, string>()
  return replace('flows', ({ authorizationParameters, expectedState, exchangeParameters }) => ({
    authorizationParameters(settings, state) {
      const verifier = randomBytes(32).toString('base64url')
      verifiers.set(state, verifier)
      return {
        ...authorizationParameters(settings, state),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
    },
    expectedState(customer, callback) {
      const state = expectedState(customer, callback)
      if (typeof state === 'string') pending.set(customer, verifiers.get(state) ?? '')
      return state
    },
    exchangeParameters: (customer) => ({
      ...exchangeParameters(customer),
      code_verifier: pending.get(customer) ?? '',
    }),
  }))(policies)
}

export const flowDecisions: readonly Decision[] = [
  {
    name: 'what a state is',
    variants: [
      {
        id: 'state-uuid',
        description: 'The state is a UUID of version 4.',
        apply: states(() => randomUUID()),
      },
      {
        id: 'state-long',
        description: 'The state is 512 hexadecimal digits.',
        apply: states(() => randomBytes(256).toString('hex')),
      },
      {
        id: 'state-base64',
        description: 'The state is base64 with plus signs, slashes and padding, which the address encodes.',
        apply: states(() => randomBytes(31).toString('base64')),
      },
      {
        id: 'state-jwt',
        description: 'The state is a JWT with an id of its own.',
        apply: states(signedState),
      },
      {
        id: 'state-signed-counter',
        description: 'The state is the number of the flow and an HMAC of it.',
        apply: (policies) => {
          let flows = 0
          return states(() => {
            flows += 1
            return `${flows}.${createHmac('sha256', key).update(`${flows}`).digest('base64url')}`
          })(policies)
        },
      },
      {
        id: 'state-encrypted',
        description: 'The state is the page to come back to, encrypted.',
        apply: states(encryptedState),
      },
      {
        id: 'state-decoded',
        description: 'The state is decoded before it is compared, by a decoder that drops what is no base64.',
        apply: decodedStates,
      },
      {
        id: 'state-with-prefix',
        description: 'The state begins with a word and the time, and goes on with a random value.',
        apply: states(() => `donations_${Date.now()}_${randomBytes(18).toString('base64url')}`),
      },
    ],
  },
  {
    name: 'how long a flow waits',
    variants: [
      {
        id: 'flow-outlives-wrong-state',
        description: 'A callback with another state leaves the flow as it is.',
        apply: replace('flows', () => ({
          expectedState(customer, callback) {
            const { state } = customer
            if (callback.get('state') === state) customer.state = undefined
            return state
          },
        })),
      },
      {
        id: 'flow-in-each-tab',
        description: 'Several flows of a session may be under way, and each is finished once.',
        apply: replace('flows', ({ newState }) => {
          const begun = new WeakMap<Customer, Set<string>>()
          return {
            newState(customer) {
              const state = newState(customer)
              begun.set(customer, (begun.get(customer) ?? new Set()).add(state))
              return state
            },
            expectedState(customer, callback) {
              const given = callback.get('state') ?? ''
              return begun.get(customer)?.delete(given) ? given : undefined
            },
          }
        }),
      },
    ],
  },
  {
    name: 'further parameters',
    variants: [
      { id: 'pkce', description: 'The flow is protected by PKCE with S256.', apply: pkce },
      {
        id: 'authorization-parameters',
        description: 'The authorization request has a prompt, a login hint and a language, too.',
        apply: replace('flows', ({ authorizationParameters }) => ({
          authorizationParameters: (settings, state) => ({
            ...authorizationParameters(settings, state),
            prompt: 'consent',
            login_hint: 'owner@charity.example',
            ui_locales: 'en-GB sv',
          }),
        })),
      },
      {
        id: 'exchange-parameters',
        description: 'The exchange names the scope and the resource, too.',
        apply: replace('flows', () => ({
          exchangeParameters: () => ({ scope: 'donations', resource: 'https://api.example/v1' }),
        })),
      },
    ],
  },
]
