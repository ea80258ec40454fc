import { html } from 'hono/html'
import type { Store } from '../../store.ts'
import { code, environmentBadge, type Markup, section, table } from '../markup.ts'
import type { DeveloperState } from '../state.ts'

/** Who can log in, and the applications that they can approve. */
export function users(state: DeveloperState): Markup {
  const stores = Object.values(state.controls.mock.stores)
  const people = stores.flatMap((store) =>
    [...store.users.values()].map(({ username, password }) => [
      environmentBadge(store.environment),
      code(username),
      code(password),
      organizationsOf(store, username),
    ]),
  )
  const applications = stores.flatMap(({ environment, clients }) =>
    [...clients.values()].map(({ id, secret, name, redirectUris }) => [
      environmentBadge(environment),
      name,
      code(id),
      code(secret),
      code(redirectUris.join('\n')),
    ]),
  )
  return section(
    'users',
    'Users and applications',
    html`${table('Users', ['Environment', 'Username', 'Password', 'Owns'], people)}
${table('Applications', ['Environment', 'Name', 'Client id', 'Client secret', 'Redirect URIs'], applications)}`,
  )
}

function organizationsOf(store: Store, username: string): string {
  const owned = [...store.organizations.values()].filter(({ owners }) => owners.includes(username))
  return owned.map(({ name }) => name).join(', ') || 'no organization'
}
