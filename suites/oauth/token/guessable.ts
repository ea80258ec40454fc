import type { Exchange } from '../../../client/http/exchange.ts'
import { bitsOfLength, changingBits, ENOUGH_TO_COMPARE } from '../../../client/oauth/changing-bits.ts'
import type { GivenToken } from '../../../client/oauth/given-tokens.ts'
import { unreadableParts } from '../../../client/oauth/readable.ts'

/**
 * RFC 6749, 10.10 asks for 128, and many servers take a random UUID for that, of which 122 bits change: whoever counts
 * its version and variant among the 128 is not accused.
 */
const MIN_BITS = 121.5

/** Generators that write numbers without leading zeros are a little short now and then, and seldom much too short. */
const MIN_BITS_OF_LONGEST = 118
const MIN_BITS_OF_SHORTEST = 100
/** One token may have lost its zeros by chance; of so many, one has not. */
const SEVERAL = 3

/** Lengths that differ by more than leading zeros tell tokens of different makes. */
const OTHER_MAKE = 4

/** More would not show more, and long tokens take their time. */
const PLENTY = 200
const PLENTY_IN_TURN = 24

/** What is wrong with some of the tokens. */
interface Flaw {
  /** Without showing a token. */
  readonly description: string
  readonly tokens: readonly GivenToken[]
}

/** Looks for tokens that somebody who has seen others can tell; undefined where there are none. */
export function findFlaw(given: readonly GivenToken[]): Flaw | undefined {
  const known = findShared(given) ?? findTold(given)
  if (known) return known
  for (const tokens of groupsOf(given)) {
    const description = describe(tokens)
    if (description !== undefined) return { description, tokens }
  }
  return undefined
}

/** One token that stands for different users, or was given to different clients, is known to somebody else. */
function findShared(given: readonly GivenToken[]): Flaw | undefined {
  const first = new Map<string, GivenToken>()
  for (const token of given) {
    if (token.grant !== 'code exchange') continue
    const known = first.get(token.value)
    if (known && (known.user !== token.user || known.client !== token.client))
      return { description: `one ${token.kind} for different users or clients`, tokens: [known, token] }
    first.set(token.value, token)
  }
  return undefined
}

/** A refresh token that an access token tells beside which it came: access tokens are shown to whoever has the API. */
function findTold(given: readonly GivenToken[]): Flaw | undefined {
  const beside = new Map<Exchange, GivenToken>()
  for (const token of given) {
    if (token.kind === 'access token') beside.set(token.exchange, token)
    const access = beside.get(token.exchange)
    if (token.kind === 'access token' || !access) continue
    const [bits = 0] = bitsOfLength([ownPart(token.value, access.value)])
    const description = `refresh tokens with ${Math.floor(bits)} bits that their access token does not have`
    if (bits < MIN_BITS_OF_SHORTEST) return { description, tokens: [access, token] }
  }
  return undefined
}

/** Of so many bits a piece has no twin in another token by chance, or costs few. */
const BITS_OF_PIECE = 24
const SHORTEST_PIECE = 6

function ownPart(token: string, other: string): string {
  const characters = Math.max(2, new Set(other).size)
  const length = Math.max(SHORTEST_PIECE, Math.ceil(BITS_OF_PIECE / Math.log2(characters)))
  const pieces = other.match(new RegExp(`.{${length}}`, 'gs')) ?? []
  // As a whole first: the end of it may be shorter than a piece.
  return [other, ...pieces].reduce((rest, piece) => rest.replace(piece, ''), token)
}

/** Tokens that may be of one make: of one authorization, of one client, user and grant, of one length, and all. */
function groupsOf(given: readonly GivenToken[]): readonly (readonly GivenToken[])[] {
  const keys: readonly ((token: GivenToken) => string)[] = [
    ({ kind }) => kind,
    ({ kind, client, user, grant }) => JSON.stringify([kind, client, user, grant]),
    ({ kind, family }) => `${kind} ${family}`,
  ]
  const groups = keys.flatMap((key) => alike(given, key))
  return groups.flatMap((group) => {
    const lengths = group.map(({ value }) => value.length)
    if (Math.max(...lengths) - Math.min(...lengths) < OTHER_MAKE) return [group]
    return [group, ...alike(group, ({ value }) => value.length)]
  })
}

/** Tokens by what they have in common. */
export function alike(
  tokens: readonly GivenToken[],
  key: (token: GivenToken) => string | number,
): readonly (readonly GivenToken[])[] {
  const keys = tokens.map(key)
  return [...new Set(keys)].map((one) => tokens.filter((_, index) => keys[index] === one))
}

function describe(group: readonly GivenToken[]): string | undefined {
  // The same one again is legal.
  const tokens = [...new Map(group.toReversed().map((token) => [token.value, token])).values()].toReversed()
  const texts = unreadableParts(tokens.map(({ value }) => value))
  const kind = group[0]?.kind
  const lengths = bitsOfLength(texts)
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
  if (shortest < MIN_BITS_OF_SHORTEST || (tokens.length >= SEVERAL && longest < MIN_BITS_OF_LONGEST))
    return `${kind}s of ${Math.floor(shortest)} bits`
  if (tokens.length < ENOUGH_TO_COMPARE) return undefined
  const bits = changingBits(texts.slice(0, PLENTY), inTurn(tokens.slice(0, PLENTY)))
  return bits < MIN_BITS ? `${kind}s in which ${Math.floor(bits)} bits change` : undefined
}

/** Indices of tokens of which each was asked for when the one before had come. */
function inTurn(tokens: readonly GivenToken[]): number[] {
  const chosen: number[] = []
  let free = 0
  for (const [index, { exchange }] of tokens.entries()) {
    if (exchange.startedAt < free || chosen.length === PLENTY_IN_TURN) continue
    chosen.push(index)
    free = exchange.startedAt + exchange.durationMs
  }
  return chosen
}
