import { html } from 'hono/html'
import { type Donation, inspectDonation, type Store } from '../../store.ts'
import { code, environmentBadge, form, type Markup, section } from '../markup.ts'
import type { DeveloperState } from '../state.ts'

/** All donations with every stored field, and how to send a webhook of each. */
export function donations(state: DeveloperState): Markup {
  const all = Object.values(state.controls.mock.stores).flatMap((store) =>
    [...store.donations.values()].map((donation) => folded(state, store, donation)),
  )
  return section('donations', 'Donations', html`${all}`)
}

function folded(state: DeveloperState, store: Store, donation: Donation): Markup {
  const { environment, organizations } = store
  const { id, status, organization_id } = donation
  const fields = Object.entries(inspectDonation(store, donation)).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`,
  )
  return html`<details><summary>${environmentBadge(environment)} ${code(id)} ${status}, ${organizations.get(organization_id)?.name ?? ''}</summary>
<dl>${fields}</dl>
${form(state, 'send-webhook', 'Send a webhook of this donation', { environment, donation: id })}</details>
`
}

/** A stored value; text that is empty and values that are none are told apart. */
function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value, undefined, 2)
}
