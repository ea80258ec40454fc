import type { Pair, Parameters } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** A parameter that occurs more than once, in the request that it is a part of. */
interface Repeated {
  readonly name: string
  /** All its values, in their order. */
  readonly values: readonly string[]
  /** The first value of another parameter. */
  readonly other: (name: string) => string | undefined
}

/** Takes some repeated parameters for one: by the value that is picked, and leaves others repeated. */
function picking(pick: (repeated: Repeated) => string | undefined): PolicyChange {
  return replace('token', ({ collectParameters }) => ({
    collectParameters(pairs: readonly Pair[]): Parameters {
      const { values, repeated } = collectParameters(pairs)
      const other = (name: string) => pairs.find(([one]) => one === name)?.[1]
      const picked = repeated.flatMap((name): readonly Pair[] => {
        const own = pairs.filter(([one]) => one === name).map(([, value]) => value)
        const value = pick({ name, values: own, other })
        return value === undefined ? [] : [[name, value]]
      })
      const names = picked.map(([name]) => name)
      return {
        values: new Map([...values, ...picked]),
        repeated: repeated.filter((name) => !names.includes(name)),
      }
    },
  }))
}

const first = ({ values }: Repeated) => values[0]
const last = ({ values }: Repeated) => values.at(-1)
const same = ({ values }: Repeated) => (new Set(values).size === 1 ? values[0] : undefined)
const isRefresh = ({ other }: Repeated) => other('grant_type') === 'refresh_token'
const isOfSecond = ({ other }: Repeated) => /2$/.test(other('client_id') ?? '')

/** Faults of TOKEN-17: which of several values counts. */
export const tokenRepeatedFaults: readonly Fault[] = [
  {
    id: 'token-17-empty-ones-dropped',
    requirement: 'TOKEN-17',
    description: 'Of two values an empty one does not count.',
    apply: picking(({ values }) => {
      const full = values.filter((value) => value !== '')
      return full.length === 1 ? full[0] : undefined
    }),
  },
  {
    id: 'token-17-first-counts',
    requirement: 'TOKEN-17',
    description: 'Of a parameter given more than once the first value counts.',
    apply: picking(first),
  },
  {
    id: 'token-17-last-counts',
    requirement: 'TOKEN-17',
    description: 'Of a parameter given more than once the last value counts.',
    apply: picking(last),
  },
  {
    id: 'token-17-same-value-counts',
    requirement: 'TOKEN-17',
    description: 'A parameter given twice with one value is taken for one.',
    apply: picking(same),
  },
  {
    id: 'token-17-refresh-last-counts',
    requirement: 'TOKEN-17',
    description: 'In a refresh, and only there, the last value counts where it differs from the first.',
    apply: picking((repeated) =>
      isRefresh(repeated) && same(repeated) === undefined ? last(repeated) : undefined,
    ),
  },
  {
    id: 'token-17-grant-type-repeated',
    requirement: 'TOKEN-17',
    description: 'A repeated grant_type is not noticed: the first one has led to the handler by then.',
    apply: picking((repeated) => (repeated.name === 'grant_type' ? first(repeated) : undefined)),
  },
  {
    id: 'token-17-redirect-uri-repeated',
    requirement: 'TOKEN-17',
    description: 'Of several values of redirect_uri the last counts, for URIs are read as a list.',
    apply: picking((repeated) => (repeated.name === 'redirect_uri' ? last(repeated) : undefined)),
  },
  {
    id: 'token-17-refresh-secret-repeated',
    requirement: 'TOKEN-17',
    description:
      'In a refresh a repeated client_secret is read by another parser, for which the first counts.',
    apply: picking((repeated) =>
      isRefresh(repeated) && repeated.name === 'client_secret' ? first(repeated) : undefined,
    ),
  },
  {
    id: 'token-17-second-client-code-repeated',
    requirement: 'TOKEN-17',
    description: 'For the second client the first of several codes counts.',
    apply: picking((repeated) =>
      isOfSecond(repeated) && repeated.name === 'code' ? first(repeated) : undefined,
    ),
  },
  {
    id: 'token-17-second-client-refresh-repeated',
    requirement: 'TOKEN-17',
    description:
      'For refreshes of the second client a parameter given twice with one value is taken for one.',
    apply: picking((repeated) => (isOfSecond(repeated) && isRefresh(repeated) ? same(repeated) : undefined)),
  },
  {
    id: 'token-17-second-client-redirect-uri-repeated',
    requirement: 'TOKEN-17',
    description:
      'For the second client, which has several redirect URIs, the first of several values counts.',
    apply: picking((repeated) =>
      isOfSecond(repeated) && repeated.name === 'redirect_uri' ? first(repeated) : undefined,
    ),
  },
  {
    id: 'token-17-three-times-counts',
    requirement: 'TOKEN-17',
    description: 'Only a pair is noticed: a parameter given three times is taken for one.',
    apply: picking((repeated) => (repeated.values.length > 2 ? same(repeated) : undefined)),
  },
  {
    id: 'token-17-neighbours-compared',
    requirement: 'TOKEN-17',
    description:
      'Only a repetition right behind the first is noticed; of those that stand apart the first counts.',
    apply: replace('token', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const { values, repeated } = collectParameters(pairs)
        const isNext = (name: string) =>
          pairs.some(([one], place) => one === name && pairs[place + 1]?.[0] === name)
        const firstOnes = [...pairs].reverse().filter(([name]) => repeated.includes(name) && !isNext(name))
        return { values: new Map([...values, ...firstOnes]), repeated: repeated.filter(isNext) }
      },
    })),
  },
  {
    id: 'token-17-first-refresh-token-counts',
    requirement: 'TOKEN-17',
    description: 'Of two refresh tokens the first counts, where they differ.',
    apply: picking((repeated) =>
      repeated.name === 'refresh_token' && same(repeated) === undefined ? first(repeated) : undefined,
    ),
  },
]
