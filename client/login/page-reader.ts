import type { Handler } from 'htmlparser2'
import type { Form } from './form.ts'
import {
  type Attributes,
  encodingOf,
  formMethodOf,
  inputField,
  type Option,
  selectFields,
  submitButton,
  textAreaField,
  typeOf,
} from './form-control.ts'
import { FormOwners, type ParserPosition } from './form-owners.ts'
import { type Hiding, hidingOfElement, type StyleSheet } from './hiding.ts'
import { collapsed, TextSink } from './text-sink.ts'

/** What was found out about the element that is open, and holds for all that stands in it. */
interface Frame {
  readonly name: string
  /** Whether controls in it are disabled by a fieldset. */
  readonly disabled: boolean
  readonly hiding: Hiding
  /** Whether it is no part of the page yet: the content of a template or a list of suggestions. */
  readonly inert: boolean
  readonly inNoscript: boolean
  /** Whoever wants the text in it. */
  readonly sinks: readonly TextSink[]
  /** What is to be done at its end. */
  readonly atEnd?: () => void
  /** Of a fieldset that is disabled: whether it had its legend, whose controls are not. */
  hadLegend?: boolean
}

/** Where a meta element sends the user, and whether it does so only where scripts are off. */
export interface Refresh {
  readonly content: string
  readonly inNoscript: boolean
}

export interface Link {
  readonly text: string
  readonly href: string
}

const apart = /^(br|p|div|li|h[1-6]|label|button|td|th|tr|option|legend|section|header|footer|main|form)$/
const notShown =
  /^(script|style|title|template|head|iframe|noembed|noframes|xmp|select|textarea|datalist|svg)$/
const longestLabel = 300
const longestText = 20_000

/**
 * Reads a page from beginning to end, once, as the HTML parser hands out its tags; so the time it takes is linear in
 * the length of the page.
 */
export class PageReader implements Partial<Handler> {
  readonly text = new TextSink('page', longestText)
  readonly title = new TextSink('title', longestLabel)
  readonly refreshes: Refresh[] = []
  readonly links: (() => Link)[] = []
  /** The address that the first base element with one names. */
  base: string | undefined
  hasScripts = false
  readonly #styles: StyleSheet
  readonly #labels = new Map<string, TextSink[]>()
  readonly #owners: FormOwners
  #order = 0
  #frames: Frame[] = [
    {
      name: '',
      disabled: false,
      hiding: undefined,
      inert: false,
      inNoscript: false,
      sinks: [this.text],
    },
  ]
  #options: Option[] = []
  #groupDisabled = false

  constructor(styles: StyleSheet, position: ParserPosition) {
    this.#styles = styles
    this.#owners = new FormOwners(position)
  }

  get forms(): Form[] {
    return this.#owners.forms()
  }

  onopentag(name: string, attributes: Attributes): void {
    const outer = this.#top()
    const isShown = !notShown.test(name)
    let sinks = isShown ? outer.sinks : outer.sinks.filter(({ kind }) => kind === 'option')
    if (apart.test(name)) for (const sink of outer.sinks) sink.add(' ')
    const listen = (sink: TextSink) => {
      sinks = [...sinks.filter(({ kind }) => kind !== sink.kind), sink]
      return sink
    }
    const hiding = worse(outer.hiding, hidingOfElement(name, attributes, this.#styles))
    if (hiding !== undefined) sinks = sinks.filter(({ kind }) => kind !== 'page')
    let atEnd: Frame['atEnd']
    if (name === 'title') listen(this.title)
    if (!outer.inert) atEnd = this.#notice(name, attributes, outer, hiding, listen)
    const frame: Frame = {
      name,
      disabled: this.#isDisabled(name, attributes, outer),
      hiding,
      inert: outer.inert || name === 'template' || name === 'datalist',
      inNoscript: outer.inNoscript || name === 'noscript',
      sinks,
      ...(atEnd && { atEnd }),
      ...(name === 'fieldset' && attributes.disabled !== undefined && { hadLegend: false }),
    }
    this.#frames.push(frame)
  }

  ontext(text: string): void {
    for (const sink of this.#top().sinks) sink.add(text)
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (this.#frames.length > 1) this.#frames.pop()?.atEnd?.()
    if (name === 'form') this.#owners.end(isImplied)
    if (apart.test(name)) for (const sink of this.#top().sinks) sink.add(' ')
  }

  #top(): Frame {
    const top = this.#frames.at(-1)
    if (top === undefined) throw new Error('the page has no frame')
    return top
  }

  /** @returns what is to be done where the element ends. */
  #notice(
    name: string,
    attributes: Attributes,
    outer: Frame,
    hiding: Hiding,
    listen: (sink: TextSink) => TextSink,
  ): Frame['atEnd'] {
    switch (name) {
      case 'form':
        this.#owners.start(attributes, formMethodOf(attributes.method), encodingOf(attributes.enctype))
        return undefined
      case 'label': {
        const sink = listen(new TextSink('label', longestLabel, hiding === undefined))
        const { for: id } = attributes
        if (id !== undefined) this.#labels.set(id, [...(this.#labels.get(id) ?? []).slice(0, 3), sink])
        return undefined
      }
      case 'a': {
        const { href } = attributes
        const sink = listen(new TextSink('link', longestLabel))
        if (href !== undefined && hiding !== 'gone')
          this.links.push(() => ({ text: nameOfLink(sink.value, attributes), href: href.trim() }))
        return undefined
      }
      case 'base':
        this.base ??= attributes.href
        return undefined
      case 'meta':
        if (/^refresh$/i.test(attributes['http-equiv'] ?? ''))
          this.refreshes.push({ content: attributes.content ?? '', inNoscript: outer.inNoscript })
        return undefined
      case 'script':
        this.hasScripts = true
        return undefined
      case 'optgroup':
        this.#groupDisabled = attributes.disabled !== undefined
        return () => {
          this.#groupDisabled = false
        }
      case 'option': {
        const sink = listen(new TextSink('option', longestText))
        const disabled = attributes.disabled !== undefined || this.#groupDisabled
        return () => this.#options.push({ attributes, text: collapsed(sink.whole), disabled })
      }
      case 'input':
      case 'button':
      case 'select':
      case 'textarea':
        return this.#control(name, attributes, outer, hiding, listen)
      default:
        return undefined
    }
  }

  #control(
    name: string,
    attributes: Attributes,
    outer: Frame,
    hiding: Hiding,
    listen: (sink: TextSink) => TextSink,
  ): Frame['atEnd'] {
    if (attributes.disabled !== undefined || outer.disabled) return undefined
    const order = this.#order++
    const type = typeOf(name, attributes)
    const around = outer.sinks.find(({ kind }) => kind === 'label')
    const own = name === 'input' ? undefined : listen(new TextSink(name, longestText))
    const add = this.#owners.control(attributes)
    const labels = () => [...(this.#labels.get(attributes.id ?? '') ?? []), ...(around ? [around] : [])]
    const place = () => {
      const said = labels()
      // a box that styles hide, and whose label they do not, is pressed by its label
      const isBox = type === 'checkbox' || type === 'radio'
      const isHidden = isBox
        ? hiding !== undefined && !said.some(({ isSeen, value }) => isSeen && value !== '')
        : hiding !== undefined
      return {
        order,
        isHidden,
        label: said
          .map(({ value }) => value)
          .join(' ')
          .trim(),
      }
    }
    if (name === 'select') {
      this.#options = []
      return () => {
        const options = this.#options
        add(() => ({ fields: selectFields(attributes, options, place()) }))
        this.#options = []
      }
    }
    if (name === 'textarea') {
      add(() => ({ fields: [textAreaField(attributes, own?.whole ?? '', place())] }))
    } else if (/^(submit|image|button|reset)$/.test(type)) {
      add(() => {
        const button = submitButton(name, attributes, { order, label: own?.value ?? '' })
        return button === undefined || hiding === 'gone' ? {} : { button }
      })
    } else add(() => ({ fields: [inputField(attributes, type, place())] }))
    return undefined
  }

  /** HTML, 4.10.19.5: a fieldset that is disabled disables all in it but what stands in its first legend. */
  #isDisabled(name: string, attributes: Attributes, outer: Frame): boolean {
    if (name === 'legend' && outer.hadLegend === false) {
      outer.hadLegend = true
      return this.#frames.at(-2)?.disabled ?? false
    }
    return outer.disabled || (name === 'fieldset' && attributes.disabled !== undefined)
  }
}

function worse(one: Hiding, other: Hiding): Hiding {
  return one === 'gone' || other === 'gone' ? 'gone' : (one ?? other)
}

/** What a link says: where it shows no word, but a picture or a cross, it is called by its label or title. */
function nameOfLink(text: string, attributes: Attributes): string {
  if (/\p{L}/u.test(text)) return text
  return collapsed((attributes['aria-label'] || attributes.title || text).slice(0, longestLabel))
}
