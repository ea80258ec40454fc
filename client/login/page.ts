import { DomUtils, parseDocument } from 'htmlparser2'
import { parseUrl } from '../http/url.ts'
import { type Element, type Form, readForm } from './form.ts'

/** What the driver sees of an HTML page. */
export interface Page {
  readonly url: URL
  readonly forms: readonly Form[]
  readonly links: readonly Link[]
  /** Where a meta element sends the user, by itself. */
  readonly refresh: string | undefined
  /** Visible text, on one line. */
  readonly text: string
  /** What relative addresses of the page are relative to. */
  readonly base: URL
}

export interface Link {
  readonly text: string
  readonly href: string
}

/** A node of the page, as the HTML parser hands it out. */
type Node = ReturnType<typeof parseDocument>['children'][number]

/**
 * Reads an HTML page.
 *
 * @throws RangeError where its elements are nested too deep
 */
export function readPage(html: string, url: URL): Page {
  if (depthOf(html) > deepest) throw new RangeError(`elements are nested deeper than ${deepest}`)
  const root = parseDocument(html).children
  const elements = DomUtils.findAll(() => true, root)
  const named = (name: string) => elements.filter((element) => element.name === name)
  const base = named('base').find(({ attribs }) => attribs.href !== undefined)
  return {
    url,
    forms: named('form').map((form) => readForm(form, elements)),
    refresh: refreshOf(named('meta')),
    base: parseUrl(base?.attribs.href ?? '', url) ?? url,
    // Few pages are looked at for these, and a run meets hundreds.
    get links() {
      return named('a').flatMap((anchor) => {
        const { href } = anchor.attribs
        return href === undefined ? [] : [{ text: visibleText([anchor]), href }]
      })
    },
    get text() {
      const bodies = named('body')
      return visibleText(bodies.length > 0 ? bodies : root)
    },
  }
}

/** The time to parse a page grows with the square of its depth; nobody means such a page. */
const deepest = 1_000

/** At most so deep are the elements nested: some end tags may be left out, which counts as nesting here. */
function depthOf(html: string): number {
  let depth = 0
  let most = 0
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (/^(br|hr|img|input|link|meta|p|li|option|td|tr|dd|dt)$/i.test(name)) continue
    depth = end ? Math.max(0, depth - 1) : depth + 1
    most = Math.max(most, depth)
  }
  return most
}

/** A page that waits longer before it moves on is one to be read, and moves on when its session is over. */
const longestDelay = 10

function refreshOf(metas: readonly Element[]): string | undefined {
  for (const { attribs } of metas) {
    if (!/^refresh$/i.test(attribs['http-equiv'] ?? '')) continue
    const { content = '' } = attribs
    const [, delay, address] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
    if (address !== undefined && Number(delay) <= longestDelay) return address.trim()
  }
  return undefined
}

const notShown = /^(script|style|template|noscript|head|title)$/
/** Elements whose text does not run into that of their neighbours. */
const apart = /^(br|p|div|li|h[1-4]|label|button|td|option)$/

/** Text without scripts and styles, on one line, without characters that could steer a terminal. */
function visibleText(nodes: readonly Node[]): string {
  return nodes
    .map(textOf)
    .join('')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.data
  if (!('name' in node) || !('children' in node) || notShown.test(node.name)) return ''
  const text = node.children.map(textOf).join('')
  return apart.test(node.name) ? `${text} ` : text
}
