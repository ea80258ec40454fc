import { visible } from '../text.ts'

/** Finished HTML, apart from text by its type: text is escaped wherever it is put into HTML, this is not. */
export class Markup {
  readonly text: string

  /** @param text HTML that is known to be safe: written here, or escaped. */
  constructor(text: string) {
    this.text = text
  }
}

export type Part = string | number | Markup | undefined | false | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML may hold it anywhere, in quoted attributes too, with harmful characters written out. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}

/** HTML of a template: all that is put in is escaped, unless it is markup itself; undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => text + render(parts[index])).join(''))
}

/** A value as JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
export function jsonData(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
