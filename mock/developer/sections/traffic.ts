import { html } from 'hono/html'
import { type RequirementId, requirementById } from '../../../contract/index.ts'
import type { SeenRequest } from '../../observe.ts'
import { environmentNames } from '../../store.ts'
import { code, environmentBadge, form, type Markup, moment, newest, section, table } from '../markup.ts'
import type { DeveloperState } from '../state.ts'

const SHOWN = 100

/** The requests that the service saw, newest first, with the requirements that each touches. */
export function requests(state: DeveloperState): Markup {
  const rows = newest(state.requests, SHOWN).map((seen) => [
    moment(seen.at),
    environmentBadge(seen.environment),
    html`${code(`${seen.method} ${seen.path}`)}${whatWasSent(seen)}`,
    seen.status,
    `${Math.round(seen.milliseconds)} ms`,
    html`${seen.requirements.map(titled)}`,
  ])
  const columns = ['Time', 'Environment', 'Request', 'Status', 'Took', 'Requirements']
  return section('requests', 'Requests', table('Requests, the newest first', columns, rows))
}

function whatWasSent({ headers, body }: SeenRequest): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return html`<details><summary>headers and body</summary><pre>${[...lines, '', body].join('\n')}</pre></details>`
}

function titled(id: RequirementId): Markup {
  return html`<details><summary>${id}</summary>${requirementById(id).title}</details>`
}

/** Where webhooks go, and what became of those that were sent. */
export function webhooks(state: DeveloperState): Markup {
  const rows = newest(state.webhooks, SHOWN).map(({ at, destination, url, body, outcome }) => [
    moment(at),
    environmentBadge(destination),
    code(url),
    typeof outcome === 'number' ? `answered ${outcome}` : `not delivered: ${outcome}`,
    code(body),
  ])
  const columns = ['Time', 'Environment', 'To', 'Outcome', 'Body']
  return section(
    'webhooks',
    'Webhooks',
    html`${environmentNames.map((environment) => destination(state, environment))}
<p>Each donation below has a button that sends a webhook of it.</p>
${table('Webhooks, the newest first', columns, rows)}`,
  )
}

function destination(state: DeveloperState, environment: (typeof environmentNames)[number]): Markup {
  const url = state.controls.mock.webhookDestinations.get(environment) ?? ''
  const input = html`<label>Webhooks of ${environment} go to <input name="url" type="url" value="${url}" required></label>`
  return form(state, 'set-webhook-destination', `Change it for ${environment}`, { environment }, input)
}
