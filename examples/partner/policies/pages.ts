import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Served } from '../customers.ts'
import type { UpdateOutcome } from '../requested-update.ts'

/** What a page policy answers with. */
export type Answer = Response | Promise<Response>

/** What the browser gets. Nothing here knows a token or the client secret. */
export interface PagePolicies {
  home(c: Context<Served>): Answer
  /** Sends the user to the authorization endpoint. */
  authorize(c: Context<Served>, url: URL): Answer
  /** Shown before the code of a callback is used; undefined where it is used at once. */
  beforeConnecting(c: Context<Served>): Answer | undefined
  connected(c: Context<Served>): Answer
  /** A callback led to no connection. */
  notConnected(c: Context<Served>): Answer
  /** Tells a program the state of the session. */
  state(c: Context<Served>): Answer
  /** The user picked an organization. */
  chosen(c: Context<Served>): Answer
  updated(c: Context<Served>, outcome: UpdateOutcome): Answer
  /** There is no such page. */
  notFound(c: Context<Served>): Answer
  /** What came is not what the application asks for. */
  malformed(c: Context<Served>): Answer
}

export const pagePolicies: PagePolicies = {
  home: (c) => c.html(page(home(c))),
  authorize: (c, url) => c.redirect(url.href),
  beforeConnecting: () => undefined,
  connected: (c) => c.redirect('/', 303),
  notConnected: (c) =>
    c.html(page(html`<p>You are not connected. <a href="/connect">Try once more</a></p>`), 400),
  state(c) {
    const { connection } = c.var.customer
    return c.json({
      connected: connection !== undefined,
      organization_id: connection?.organizationId ?? null,
      contact: connection?.contact ?? null,
    })
  },
  chosen: (c) => c.redirect('/', 303),
  updated(c, { status, message }) {
    const wantsPage = c.req.header('accept')?.includes('text/html')
    return wantsPage
      ? c.html(page(html`<p>${message}. <a href="/">Back</a></p>`), status)
      : c.json({ message }, status)
  },
  notFound: (c) => c.json({ message: 'There is nothing here' }, 404),
  malformed: (c) => c.json({ message: 'Malformed' }, 400),
}

type Markup = ReturnType<typeof html>

function home(c: Context<Served>): Markup {
  const { connection } = c.var.customer
  if (connection === undefined) return html`<p><a href="/connect">Connect your organization</a></p>`
  const { organizations, organizationId, contact } = connection
  if (contact !== null) return html`<p>${contact}</p>`
  if (organizationId === null) return picker(organizations)
  return editor(organizations.find(({ id }) => id === organizationId)?.name ?? organizationId)
}

function picker(organizations: readonly { readonly id: string; readonly name: string }[]): Markup {
  return html`<h1>Which organization?</h1>
    <form method="post" action="/organization">
      ${organizations.map(
        ({ id, name }) => html`<p><button name="organization_id" value="${id}">${name}</button></p>`,
      )}
    </form>`
}

const TEXTS = ['donor_first_name', 'donor_last_name', 'donor_email', 'donor_city', 'donor_country', 'memo']

function editor(organization: string): Markup {
  const field = (name: string, type = 'text') =>
    html`<p><label>${name.replaceAll('_', ' ')} <input name="changes.${name}" type="${type}"></label></p>`
  return html`<h1>A donation to ${organization}</h1>
    <form method="post" action="/update">
      <p><label>donation <input name="donation.id" required></label></p>
      <p><label>status <input name="donation.status" value="pledged" required></label></p>
      ${TEXTS.map((name) => field(name))} ${field('designation_id')}
      ${field('quantity', 'number')}
      <p><button>Save</button> What is left empty stays as it is.</p>
    </form>`
}

function page(content: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Donations</title>${content}</html>`
}

/** What the forms of these pages ask for: fields left empty are no changes, and numbers are numbers. */
export function typedFields(form: Readonly<Record<string, unknown>>): unknown {
  const { changes } = form
  if (typeof changes !== 'object' || changes === null) return form
  const filled = Object.entries(changes).filter(([, value]) => value !== '')
  const typed = filled.map(([name, value]) => [name, name === 'quantity' ? Number(value) : value])
  return { ...form, changes: Object.fromEntries(typed) }
}
