import { createHash } from 'node:crypto'
import { raw } from 'hono/html'
import type { Markup } from './markup.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The content security policy of a page: nothing may be loaded, sent or run but what the page brings, since the text in
 * it comes from a stranger's server.
 * @param brings the texts of its only style and its only script
 */
export function contentPolicy({
  style,
  script,
}: {
  readonly style: string
  readonly script?: string
}): Markup {
  const directives = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${sha256(script)}`]),
    `style-src ${sha256(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return raw(directives.join('; '))
}
