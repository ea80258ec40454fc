import type { Cheerio, CheerioAPI } from 'cheerio/slim'

/** An element of the page, as the HTML parser hands it out. */
export type Element =
  ReturnType<ReturnType<CheerioAPI['root']>['find']> extends Cheerio<infer Found> ? Found : never

export interface Form {
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly fields: readonly Field[]
  readonly buttons: readonly Button[]
  /** What the form's author called it: id, name and role. */
  readonly name: string
}

export interface Field {
  /** As in HTML: text, email, password, hidden, checkbox, radio, search…; also `select` and `textarea`. */
  readonly type: string
  readonly name: string
  readonly value: string
  /** Whether it is sent as it stands: boxes that are not checked and options that are not chosen are not. */
  readonly chosen: boolean
  readonly readOnly: boolean
  /** What a person reads beside it; of an option, its text. */
  readonly label: string
  /** Whatever tells a program what to fill in: name, id, autocomplete, placeholder. */
  readonly hint: string
}

/** A control that submits its form. */
export interface Button {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly action: string | undefined
  readonly method: 'GET' | 'POST' | undefined
  readonly isImage: boolean
}

const submits = /^(submit|image)$/
const notSent = /^(submit|image|button|reset|file)$/

/** Reads a form with all controls that belong to it, wherever on the page they stand. */
export function readForm($: CheerioAPI, element: Element): Form {
  const form = $(element)
  const id = form.attr('id')
  const controls = $('input, select, textarea, button')
    .toArray()
    .filter((control) => {
      const owner = control.attribs.form
      return owner === undefined
        ? ancestors(control).find(({ name }) => name === 'form') === element
        : owner === id
    })
    .filter((control) => !isDisabled(control) && !ancestors(control).some(isDisabled))
  return {
    action: form.attr('action') ?? '',
    method: methodOf(form.attr('method')) ?? 'GET',
    fields: controls.flatMap((control) => readFields($, control)),
    buttons: controls.flatMap((control) => readButton($, control)),
    name: ['id', 'name', 'role'].map((name) => form.attr(name) ?? '').join(' '),
  }
}

/** The elements that one stands in, from the inside. (A selector would be parsed anew for every control.) */
function ancestors({ parent }: Element): Element[] {
  return parent && 'attribs' in parent ? [parent, ...ancestors(parent)] : []
}

function isDisabled({ name, attribs }: Element): boolean {
  return attribs.disabled !== undefined && /^(fieldset|input|select|textarea|button)$/.test(name)
}

function readFields($: CheerioAPI, element: Element): Field[] {
  const control = $(element)
  const type = typeOf(element)
  if (element.name === 'button' || notSent.test(type)) return []
  const hints = ['name', 'id', 'autocomplete', 'placeholder', 'aria-label']
  const field = {
    type,
    name: control.attr('name') ?? '',
    readOnly: element.attribs.readonly !== undefined,
    label: labelOf($, element),
    hint: hints.map((name) => control.attr(name) ?? '').join(' '),
  }
  if (type === 'select') return readOptions($, element).map((option) => ({ ...field, ...option }))
  const isBox = type === 'checkbox' || type === 'radio'
  const value = type === 'textarea' ? control.text() : control.attr('value')
  return [
    {
      ...field,
      value: value ?? (isBox ? 'on' : ''),
      chosen: !isBox || element.attribs.checked !== undefined,
    },
  ]
}

function labelOf($: CheerioAPI, element: Element): string {
  const { id } = element.attribs
  const named =
    id === undefined
      ? []
      : $('label')
          .toArray()
          .filter(({ attribs }) => attribs.for === id)
  const outer = ancestors(element).find(({ name }) => name === 'label')
  return `${$(named).text()} ${outer ? $(outer).text() : ''}`.trim()
}

/** A select is a field for each option: like a radio button, it is sent if it is chosen. */
function readOptions($: CheerioAPI, element: Element): Pick<Field, 'value' | 'chosen' | 'label'>[] {
  const options = $(element).find('option').not('[disabled]')
  const selected = options.filter('[selected]')
  const single = selected.length > 0 ? selected.last() : options.first()
  const chosen = $(element).is('[multiple]') ? selected : single
  return options.toArray().map((option) => ({
    value: $(option).attr('value') ?? $(option).text().trim(),
    chosen: chosen.is(option),
    label: $(option).text(),
  }))
}

function readButton($: CheerioAPI, element: Element): Button[] {
  const control = $(element)
  const type = typeOf(element)
  if (!submits.test(type)) return []
  const value = control.attr('value') ?? ''
  const label = element.name === 'button' ? control.text() : (control.attr('alt') ?? value)
  return [
    {
      label: [label, control.attr('aria-label') ?? '', control.attr('title') ?? ''].join(' ').trim(),
      name: control.attr('name') ?? '',
      value,
      action: control.attr('formaction'),
      method: methodOf(control.attr('formmethod')),
      isImage: type === 'image',
    },
  ]
}

function typeOf({ name, attribs }: Element): string {
  const type = attribs.type?.toLowerCase()
  if (name === 'select' || name === 'textarea') return name
  if (name === 'button') return type === 'button' || type === 'reset' ? type : 'submit'
  return type || 'text'
}

function methodOf(method: string | undefined): 'GET' | 'POST' | undefined {
  if (method === undefined) return undefined
  return /^post$/i.test(method) ? 'POST' : 'GET'
}
