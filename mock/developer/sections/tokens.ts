import { html } from 'hono/html'
import type { Grant, Store } from '../../store.ts'
import { code, environmentBadge, form, type Markup, moment, newest, section, table } from '../markup.ts'
import type { DeveloperState } from '../state.ts'

/** Of each kind and environment; a run of the suite leaves thousands. */
const SHOWN = 25

interface Listed {
  readonly value: string
  readonly grant: Grant
  readonly expiresAt?: number
  /** Why it is no longer good; undefined where it is. */
  readonly ended: string | undefined
}

interface Kind {
  readonly title: string
  readonly action: string
  readonly button: string
  list(store: Store, now: number): readonly Listed[]
}

const kinds: readonly Kind[] = [
  {
    title: 'Authorization codes',
    action: 'expire-code',
    button: 'Expire this code',
    list: ({ codes }, now) =>
      newest(codes.values(), SHOWN).map((one) => ({ ...one, ended: one.used ? 'used' : expired(one, now) })),
  },
  {
    title: 'Access tokens',
    action: 'expire-access-token',
    button: 'Expire this access token',
    list: ({ accessTokens }, now) =>
      newest(accessTokens.values(), SHOWN).map((one) => ({
        ...one,
        ended: revoked(one) ?? expired(one, now),
      })),
  },
  {
    title: 'Refresh tokens',
    action: 'revoke-refresh-token',
    button: 'Revoke this refresh token',
    list: ({ refreshTokens }) =>
      newest(refreshTokens.values(), SHOWN).map((one) => ({
        ...one,
        ended: revoked(one) ?? (one.superseded ? 'replaced' : undefined),
      })),
  },
]

/** Codes and tokens, the newest of each kind first, and how to end each. */
export function tokens(state: DeveloperState): Markup {
  return section(
    'tokens',
    'Codes and tokens',
    html`<p>The newest ${SHOWN} of each kind and environment.</p>${kinds.map((kind) => listOf(state, kind))}`,
  )
}

function listOf(state: DeveloperState, { title, list, action, button }: Kind): Markup {
  const { stores, clock } = state.controls.mock
  const rows = Object.values(stores).flatMap((store) =>
    list(store, clock.now()).map(({ value, grant, expiresAt, ended }) => [
      environmentBadge(store.environment),
      code(value),
      html`${grant.user.username}<br>${grant.client.name}`,
      ended ?? (expiresAt === undefined ? 'good until revoked' : html`good until ${moment(expiresAt)}`),
      ended === undefined
        ? form(state, action, button, { environment: store.environment, token: value })
        : '',
    ]),
  )
  return table(title, ['Environment', 'Value', 'Of whom, for whom', 'State', 'Action'], rows)
}

function expired({ expiresAt }: { readonly expiresAt: number }, now: number): string | undefined {
  return expiresAt <= now ? 'expired' : undefined
}

function revoked({ grant }: { readonly grant: Grant }): string | undefined {
  return grant.revoked ? 'revoked' : undefined
}
