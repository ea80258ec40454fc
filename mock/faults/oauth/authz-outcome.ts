import { randomBytes } from 'node:crypto'
import type { Pair } from '../../http.ts'
import type { AuthorizationPolicies } from '../../policies/authorization.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { randomToken } from '../../random.ts'
import type { Fault } from '../fault.ts'

/** Replaces the callback parameters of a declined request. */
function declining(tell: (state: string | undefined) => readonly Pair[]): PolicyChange {
  return replace('authorization', ({ callbackParameters }) => ({
    callbackParameters: (outcome, state) =>
      'error' in outcome && outcome.error === 'access_denied'
        ? tell(state)
        : callbackParameters(outcome, state),
  }))
}

/** Adds the state, if there is one, to callback parameters. */
function withState(state: string | undefined, ...pairs: readonly Pair[]): readonly Pair[] {
  return state === undefined ? pairs : [...pairs, ['state', state]]
}

/** Replaces the generator of authorization codes. */
function makingCodes(newCode: AuthorizationPolicies['newCode']): PolicyChange {
  return replace('authorization', () => ({ newCode }))
}

/** The faults that break AUTHZ-9 to AUTHZ-11. */
export const authzOutcomeFaults: readonly Fault[] = [
  {
    id: 'authz-9-short-codes',
    requirement: 'AUTHZ-9',
    description: 'Codes are eleven characters long: few enough to be guessed.',
    apply: makingCodes(() => randomToken().slice(0, 11)),
  },
  {
    id: 'authz-9-clock-readings',
    requirement: 'AUTHZ-9',
    description: 'Codes are readings of a clock, padded with zeros to look long.',
    apply: makingCodes(() => process.hrtime.bigint().toString().padStart(48, '0')),
  },
  {
    id: 'authz-9-clock-in-hexadecimal',
    requirement: 'AUTHZ-9',
    description: 'Codes are a text with the time of day in it, written in hexadecimal.',
    apply: makingCodes(() => Buffer.from(`code-of-${process.hrtime.bigint()}-for-partners`).toString('hex')),
  },
  {
    id: 'authz-9-long-prefix-short-tail',
    requirement: 'AUTHZ-9',
    description: 'Codes are long, but only their last ten characters differ.',
    apply: makingCodes(() => `authorization-code-of-the-service-${randomToken().slice(0, 10)}`),
  },
  {
    id: 'authz-9-clock-and-few-bits',
    requirement: 'AUTHZ-9',
    description: 'Codes are the time, the name of the service and forty bits of chance, all in hexadecimal.',
    apply: makingCodes(
      () => `${Date.now().toString(16)}646f6e6174696f6e732d617069${randomBytes(5).toString('hex')}`,
    ),
  },
  {
    id: 'authz-10-state-read-as-number',
    requirement: 'AUTHZ-10',
    description: 'Where the user declines, a state of digits alone comes back as the number that it is.',
    apply: declining((state) =>
      withState(state && /^\d{2,}$/.test(state) ? `${Number(state)}` : state, ['error', 'access_denied']),
    ),
  },
  {
    id: 'authz-10-own-error-code',
    requirement: 'AUTHZ-10',
    description: 'A declined request comes back with an error code of the service’s own.',
    apply: declining((state) => withState(state, ['error', 'user_cancelled'])),
  },
  {
    id: 'authz-10-state-dropped',
    requirement: 'AUTHZ-10',
    description: 'A declined request comes back without its state.',
    apply: declining(() => [['error', 'access_denied']]),
  },
  {
    id: 'authz-10-nothing-told',
    requirement: 'AUTHZ-10',
    description: 'After declining the user lands on the redirect URI with the state and no error.',
    apply: declining((state) => withState(state)),
  },
  {
    id: 'authz-10-code-beside-error',
    requirement: 'AUTHZ-10',
    description: 'A declined request carries a code beside its error.',
    apply: declining((state) => withState(state, ['error', 'access_denied'], ['code', randomToken()])),
  },
  {
    id: 'authz-11-first-value-wins',
    requirement: 'AUTHZ-11',
    description: 'Of a parameter that is given twice the first value counts.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters: (pairs) => ({ values: collectParameters(pairs).values, repeated: [] }),
    })),
  },
  {
    id: 'authz-11-last-value-wins',
    requirement: 'AUTHZ-11',
    description: 'Of a parameter that is given twice the last value counts.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters: (pairs) => ({ values: collectParameters(pairs.toReversed()).values, repeated: [] }),
    })),
  },
  {
    id: 'authz-11-equal-values-accepted',
    requirement: 'AUTHZ-11',
    description: 'A parameter given twice is refused only where the two values differ.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const differs = (name: string) =>
          new Set(pairs.filter(([other]) => other === name).map(([, value]) => value)).size > 1
        const { values, repeated } = collectParameters(pairs)
        return { values, repeated: repeated.filter(differs) }
      },
    })),
  },
  {
    id: 'authz-9-made-of-the-last-one',
    requirement: 'AUTHZ-9',
    description: 'Every second code is the one before with another end, as if made once for a session.',
    apply: replace('authorization', ({ newCode }) => {
      let last: string | undefined
      return {
        newCode(store, grant) {
          const code = newCode(store, grant)
          const made = last === undefined ? code : last.slice(0, -4) + code.slice(-4)
          last = last === undefined ? code : undefined
          return made
        },
      }
    }),
  },
  {
    id: 'authz-10-state-of-zero-dropped',
    requirement: 'AUTHZ-10',
    description: 'After a decline the state 0 counts as none.',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        callbackParameters(outcome, 'error' in outcome && state === '0' ? undefined : state),
    })),
  },
  {
    id: 'authz-6-loopback-by-http',
    requirement: 'AUTHZ-6',
    description:
      'The loopback address passes by http with any port, as if the client ran on a device (RFC 8252).',
    apply: replace('authorization', ({ redirectUriMatches }) => ({
      redirectUriMatches: (registered, given) =>
        redirectUriMatches(registered, given) || given.startsWith('http://127.0.0.1:'),
    })),
  },
]
