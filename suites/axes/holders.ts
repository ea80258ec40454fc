import { axis } from '../../harness/authoring/index.ts'
import type { CLIENTS, USERS } from './askers.ts'

/** Whose tokens, by which client, and how many refreshes after the code exchange. */
export interface Holder {
  readonly user: keyof typeof USERS
  readonly client: keyof typeof CLIENTS
  readonly refreshes: number
}

/** A later refresh: neither the first, nor the one after it. */
const LATER = 3

const AGES = { 'a code': 0, 'a refresh': 1, 'a later refresh': LATER } as const

function holdersOf(user: Holder['user']): Readonly<Record<string, Holder>> {
  return Object.fromEntries(
    (['first client', 'second client'] as const).flatMap((client) =>
      Object.entries(AGES).map(([age, refreshes]) => [`${client}, by ${age}`, { user, client, refreshes }]),
    ),
  )
}

/** The suite's own: the user who owns the donations, by the first client. */
export const FIRST_HOLDER: Holder = {
  user: 'a user with one organization',
  client: 'first client',
  refreshes: 0,
}

/** Tokens of the user who owns the donations: by each client, of each age. */
export const OWNER_AXIS = axis('token of', holdersOf('a user with one organization'))

/** Tokens of the user who owns nothing. */
export const NO_ORG_AXIS = axis<Holder>('token of', {
  'first client, by a code': { user: 'a user without organizations', client: 'first client', refreshes: 0 },
  'first client, by a refresh': {
    user: 'a user without organizations',
    client: 'first client',
    refreshes: 1,
  },
  'second client, by a code': { user: 'a user without organizations', client: 'second client', refreshes: 0 },
  'second client, by a refresh': {
    user: 'a user without organizations',
    client: 'second client',
    refreshes: 1,
  },
})

/** The user who owns several other organizations, by the first client. */
export const MULTI_ORG_HOLDER: Holder = {
  user: 'a user with several organizations',
  client: 'first client',
  refreshes: 0,
}

/** Tokens of the user who owns several other organizations: one of each client. */
export const MULTI_ORG_AXIS = axis<Holder>('token of', {
  'first client, by a code': MULTI_ORG_HOLDER,
  'second client, by a refresh': {
    user: 'a user with several organizations',
    client: 'second client',
    refreshes: 1,
  },
})

/** One of each client, and of each way to get one: for what is tried with many values. */
export const FEW_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a code': FIRST_HOLDER,
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
})

/** The two that differ most: for what is tried with very many values. */
export const EXTREME_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a code': FIRST_HOLDER,
  'second client, by a refresh': { ...FIRST_HOLDER, client: 'second client', refreshes: 1 },
})

/** Those of {@link FEW_OWNERS_AXIS} but the suite's own, which all else is sent with. */
export const OTHER_OWNERS: Readonly<Record<string, Holder>> = Object.fromEntries(
  Object.entries(FEW_OWNERS_AXIS.values).filter(([, holder]) => holder !== FIRST_HOLDER),
)

/** Those of {@link FEW_OWNERS_AXIS}, one after the other; the suite's own first. */
export function ownerOf(turn: number): Holder {
  const owners = [FIRST_HOLDER, ...Object.values(OTHER_OWNERS)]
  return owners[turn % owners.length] ?? FIRST_HOLDER
}

/** The two between those of {@link EXTREME_OWNERS_AXIS}. */
export const MIDDLE_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
})
