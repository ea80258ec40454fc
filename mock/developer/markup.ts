import { html } from 'hono/html'
import type { EnvironmentName } from '../store.ts'
import { TOKEN_FIELD } from './guard.ts'
import type { DeveloperState } from './state.ts'

/** HTML that is finished: templates put it in as it is, and escape everything else. */
export type Markup = ReturnType<typeof html>

/** A section of the page, to which its navigation leads. */
export function section(id: string, title: string, content: Markup): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>
`
}

/**
 * A form with one button.
 * @param action one of `actions`
 * @param fixed values that the form sends without showing them
 * @param inputs what the user fills in
 */
export function form(
  { formToken }: DeveloperState,
  action: string,
  button: string,
  fixed: Readonly<Record<string, string>>,
  inputs: Markup | '' = '',
): Markup {
  const hidden = Object.entries({ [TOKEN_FIELD]: formToken, ...fixed })
  return html`<form method="post" action="/${action}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${inputs} <button>${button}</button></form>`
}

/** A table; says so where it would be empty. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Markup | string | number)[])[],
): Markup {
  if (rows.length === 0) return html`<p>${caption}: none.</p>`
  return html`<table><caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table>`
}

/** A moment as `2026-01-31 12:00:00`, in UTC. */
export function moment(milliseconds: number): Markup {
  const text = new Date(milliseconds).toISOString()
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`
}

/** Text as it is, in one width. */
export function code(text: string): Markup {
  return html`<code>${text}</code>`
}

/** The newest of some items, newest first. */
export function newest<Item>(items: Iterable<Item>, most: number): readonly Item[] {
  return [...items].slice(-most).reverse()
}

/** The name of an environment, marked so that one sees it. */
export function environmentBadge(environment: EnvironmentName): Markup {
  return html`<span class="${environment}">${environment}</span>`
}
