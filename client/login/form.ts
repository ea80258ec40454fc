import { DomUtils } from 'htmlparser2'

/** An element of the page, as the HTML parser hands it out: names and names of attributes in lower case. */
export type Element = ReturnType<typeof DomUtils.findAll>[number]

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

const isControl = /^(input|select|textarea|button)$/
const submits = /^(submit|image)$/
const notSent = /^(submit|image|button|reset|file)$/

/**
 * Reads a form with all controls that belong to it, wherever on the page they stand.
 * @param page all elements of the page, in order.
 */
export function readForm(form: Element, page: readonly Element[]): Form {
  const { id, action = '', method } = form.attribs
  const controls = page
    .filter(({ name }) => isControl.test(name))
    .filter((control) => {
      const owner = control.attribs.form
      return owner === undefined
        ? ancestors(control).find(({ name }) => name === 'form') === form
        : owner === id
    })
    .filter((control) => !isDisabled(control) && !ancestors(control).some(isDisabled))
  return {
    action,
    method: methodOf(method) ?? 'GET',
    fields: controls.flatMap((control) => readFields(control, page)),
    buttons: controls.flatMap(readButton),
    name: ['id', 'name', 'role'].map((name) => form.attribs[name] ?? '').join(' '),
  }
}

/** The elements that one stands in, from the inside. */
function ancestors({ parent }: Element): Element[] {
  return parent && 'attribs' in parent ? [parent, ...ancestors(parent)] : []
}

function isDisabled({ name, attribs }: Element): boolean {
  return attribs.disabled !== undefined && /^(fieldset|input|select|textarea|button)$/.test(name)
}

function readFields(element: Element, page: readonly Element[]): Field[] {
  const { attribs } = element
  const type = typeOf(element)
  if (element.name === 'button' || notSent.test(type)) return []
  const hints = ['name', 'id', 'autocomplete', 'placeholder', 'aria-label']
  const field = {
    type,
    name: attribs.name ?? '',
    readOnly: attribs.readonly !== undefined,
    label: labelOf(element, page),
    hint: hints.map((name) => attribs[name] ?? '').join(' '),
  }
  if (type === 'select') return readOptions(element).map((option) => ({ ...field, ...option }))
  const isBox = type === 'checkbox' || type === 'radio'
  const value = type === 'textarea' ? DomUtils.innerText(element) : attribs.value
  return [
    {
      ...field,
      value: value ?? (isBox ? 'on' : ''),
      chosen: !isBox || attribs.checked !== undefined,
    },
  ]
}

function labelOf(element: Element, page: readonly Element[]): string {
  const { id } = element.attribs
  const named = page.filter(({ name, attribs }) => name === 'label' && id !== undefined && attribs.for === id)
  const outer = ancestors(element).find(({ name }) => name === 'label')
  return `${DomUtils.innerText(named)} ${outer ? DomUtils.innerText(outer) : ''}`.trim()
}

/** A select is a field for each option: like a radio button, it is sent if it is chosen. */
function readOptions({ attribs, children }: Element): Pick<Field, 'value' | 'chosen' | 'label'>[] {
  const isOpen = ({ name, attribs: { disabled } }: Element) => name === 'option' && disabled === undefined
  const options = DomUtils.findAll(isOpen, children)
  const selected = options.filter((option) => option.attribs.selected !== undefined)
  const chosen = attribs.multiple === undefined ? [selected.at(-1) ?? options[0]] : selected
  return options.map((option) => {
    const label = DomUtils.innerText(option)
    return { value: option.attribs.value ?? label.trim(), chosen: chosen.includes(option), label }
  })
}

function readButton(element: Element): Button[] {
  const { attribs } = element
  const type = typeOf(element)
  if (!submits.test(type)) return []
  const { name = '', value = '' } = attribs
  const label = element.name === 'button' ? DomUtils.innerText(element) : (attribs.alt ?? value)
  return [
    {
      label: [label, attribs['aria-label'] ?? '', attribs.title ?? ''].join(' ').trim(),
      name,
      value,
      action: attribs.formaction,
      method: methodOf(attribs.formmethod),
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
