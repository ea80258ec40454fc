import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import { donations } from './sections/donations.ts'
import { answers, clock, switches } from './sections/service.ts'
import { tokens } from './sections/tokens.ts'
import { requests, webhooks } from './sections/traffic.ts'
import { users } from './sections/users.ts'
import type { DeveloperState } from './state.ts'

/** What became of the form that was sent last: `alert` where it was not obeyed. */
export interface Notice {
  readonly role: 'status' | 'alert'
  readonly text: string
}

const sections = { clock, switches, answers, requests, webhooks, users, tokens, donations }

/** Renders the whole page. */
export function render(state: DeveloperState, notice?: Notice): Markup {
  const { sandboxAuth, sandboxApi, productionAuth, productionApi } = state.controls.mock.urls
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Donation Partner API: development server</title><link rel="stylesheet" href="/style.css"></head>
<body><header><h1>Development server</h1>
<p>Sandbox: authorization <code>${sandboxAuth}</code>, API <code>${sandboxApi}</code><br>
Production: authorization <code>${productionAuth}</code>, API <code>${productionApi}</code></p>
<nav aria-label="Sections"><ul>${Object.keys(sections).map((id) => html`<li><a href="#${id}">${id}</a></li>`)}
<li><a href="/">load again</a></li></ul></nav></header>
<main>${notice && html`<p role="${notice.role}" class="${notice.role}">${notice.text}</p>`}
${Object.values(sections).map((show) => show(state))}</main></body></html>`
}
