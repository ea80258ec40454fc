import { html } from 'hono/html'
import { type Donation, inspectDonation, type Store } from '../../store.ts'
import type { DeveloperDesk } from '../desk.ts'
import { code, environmentBadge, form, type Markup, section } from '../markup.ts'

/** All donations with every stored field, and how to send a webhook of each. */
export function donations(desk: DeveloperDesk): Markup {
  const all = Object.values(desk.mock.stores).flatMap((store) =>
    [...store.donations.values()].map((donation) => folded(desk, store, donation)),
  )
  return section('donations', 'Donations', html`${all}`)
}

function folded(desk: DeveloperDesk, store: Store, donation: Donation): Markup {
  const { environment, organizations } = store
  const { id, status, organization_id } = donation
  const fields = Object.entries(inspectDonation(store, donation)).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`,
  )
  return html`<details><summary>${environmentBadge(environment)} ${code(id)} ${status}, ${organizations.get(organization_id)?.name ?? ''}</summary>
<dl>${fields}</dl>
${form(desk, 'send-webhook', 'Send a webhook of this donation', { environment, donation: id })}</details>
`
}

/** A stored value; text that is empty and values that are none are told apart. */
function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value, undefined, 2)
}
