import type { Attributes } from './form-control.ts'

/** How an element is kept from sight: not there at all, or there where nobody sees it. */
export type Hiding = 'gone' | 'unseen' | undefined

const gone = /(^|[;\s])(display\s*:\s*none|visibility\s*:\s*(hidden|collapse))/i
const unseen =
  /(^|[;\s])(opacity\s*:\s*0*(\.0+)?\s*(;|!|$)|(left|right|top|bottom|margin(-\w+)?|text-indent)\s*:[^;]*-\d{3,}|(max-)?(width|height)\s*:\s*0(px)?\s*(;|!|$)|clip\s*:\s*rect|clip-path\s*:\s*(inset\s*\(\s*(50|100)%|polygon\s*\(\s*0)|transform\s*:[^;]*(scale\s*\(\s*0|-\d{3,}))/i

/** Says in words that nobody is to fill it in. */
const saysDecoy =
  /honey.?pot|leave (this |it )?(field )?(blank|empty)|do ?n.t fill|do not fill|if you are (a )?human/i

/** What the style elements of a page hide, by class and by id. */
export type StyleSheet = ReadonlyMap<string, Hiding>

/**
 * Reads the style elements of a page: rules of one class or id that hide. Style sheets elsewhere are not asked for, and
 * rules that hold under a condition (`@media`) or for a combination of elements say too little.
 */
export function readStyles(html: string): StyleSheet {
  const rules = new Map<string, Hiding>()
  const lower = html.toLowerCase()
  for (let start = lower.indexOf('<style'); start >= 0; start = lower.indexOf('<style', start + 1)) {
    const end = lower.indexOf('</style', start)
    if (end < 0) break
    readRules(html.slice(html.indexOf('>', start) + 1, end), rules)
    start = end
  }
  return rules
}

function readRules(css: string, rules: Map<string, Hiding>): void {
  let depth = 0
  let selectors = ''
  for (const [text, brace] of css.replace(/\/\*.*?(\*\/|$)/gs, '').matchAll(/[^{}]*([{}]|$)/g)) {
    if (brace === '{') {
      if (depth === 0) selectors = text.slice(0, -1).trim()
      depth += 1
    } else if (brace === '}') {
      depth = Math.max(0, depth - 1)
      const hiding = depth === 0 && !selectors.startsWith('@') ? hidingOf(text.slice(0, -1)) : undefined
      if (hiding === undefined) continue
      for (const selector of selectors.split(',')) {
        const [, name] = /^\s*[a-z]*([.#][\w-]+)\s*$/i.exec(selector) ?? []
        if (name !== undefined) rules.set(name, hiding)
      }
    }
  }
}

/** How the element itself is hidden, whatever it stands in. */
export function hidingOfElement(name: string, attributes: Attributes, styles: StyleSheet): Hiding {
  // the whole page hidden is one that a script shows when it is done
  if (name === 'body' || name === 'html') return undefined
  if (attributes.hidden !== undefined || attributes.inert !== undefined) return 'gone'
  const ways = [hidingOf(attributes.style ?? '')]
  if (styles.size > 0) {
    const classes = (attributes.class ?? '').split(/\s+/)
    ways.push(styles.get(`#${attributes.id ?? ''}`), ...classes.map((one) => styles.get(`.${one}`)))
  }
  if (ways.includes('gone')) return 'gone'
  if (ways.includes('unseen') || attributes['aria-hidden'] === 'true') return 'unseen'
  const isField = name === 'input' || name === 'textarea' || name === 'select'
  return isField && saysThatItIsADecoy(attributes) ? 'unseen' : undefined
}

function saysThatItIsADecoy({ name, id, class: classes, placeholder }: Attributes): boolean {
  return [name, id, classes, placeholder].some((text) => text !== undefined && saysDecoy.test(text))
}

/** Nobody's style is longer; looking through more takes more time than it is worth. */
const longestStyle = 1_000

function hidingOf(declarations: string): Hiding {
  if (declarations === '' || declarations.length > longestStyle) return undefined
  if (gone.test(declarations)) return 'gone'
  return unseen.test(declarations) ? 'unseen' : undefined
}
