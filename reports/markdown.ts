import { oneLine } from './text.ts'

/** Text of a stranger's server inside Markdown: no markup, no mention of anybody, no table cell of its own. */
export function inMarkdown(text: string, max: number): string {
  return oneLine(text, max).replace(
    /[\\`*_{}[\]<>()#+!|~@&:-]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  )
}
