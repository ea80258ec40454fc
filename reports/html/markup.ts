import { html as escaping, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { visible } from '../text.ts'

/** Finished HTML, which is put into other HTML as it is. */
export type Markup = HtmlEscapedString

/** What a template may hold; undefined and false leave nothing, of a list all parts are put in. */
export type Part = string | number | Markup | undefined | false | readonly Part[]

/**
 * HTML of a template. All text that is put in is escaped, also for quoted attributes, with harmful characters written
 * out; markup, made by this function or by `raw`, is not.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const made = escaping(strings, ...parts.map(harmless))
  // Hono has templates of promises too; no part is one.
  if (made instanceof Promise) throw new TypeError('a part of the page is a promise')
  return made
}

/** Markup is an object of the class String, and left alone. */
function harmless(part: Part): Part {
  if (typeof part === 'string') return visible(part)
  return Array.isArray(part) ? part.map(harmless) : part
}

/** A value as JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
export function jsonData(value: unknown): Markup {
  return raw(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
