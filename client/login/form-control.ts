import type { Button, Encoding, Field, Method } from './form.ts'

/** Attributes of an element; names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/** Where a control stands. */
interface ControlPlace {
  readonly order: number
  /** Whether nobody sees it there. */
  readonly isHidden: boolean
  readonly label: string
}

/** An option of a select. */
export interface Option {
  readonly attributes: Attributes
  /** Its text, blanks collapsed. */
  readonly text: string
  /** By itself or by its group. */
  readonly disabled: boolean
}

const knownTypes =
  /^(hidden|text|search|tel|url|email|password|date|month|week|time|datetime-local|number|range|color|checkbox|radio|file|submit|image|reset|button)$/

/** The type of an input or button; what HTML does not know is a text field. */
export function typeOf(element: string, { type = '' }: Attributes): string {
  const lower = type.toLowerCase()
  if (element === 'button') return lower === 'button' || lower === 'reset' ? lower : 'submit'
  if (element !== 'input') return element
  return knownTypes.test(lower) ? lower : 'text'
}

/** @param type as {@link typeOf} tells it; that of no button. */
export function inputField(attributes: Attributes, type: string, place: ControlPlace): Field {
  const isBox = type === 'checkbox' || type === 'radio'
  const isCharset = type === 'hidden' && attributes.name?.toLowerCase() === '_charset_'
  const value = isCharset ? 'UTF-8' : (attributes.value ?? (isBox ? 'on' : ''))
  return {
    ...fieldAt(attributes, type, place),
    value: sanitized(type, value, attributes),
    chosen: !isBox || attributes.checked !== undefined,
    directionName: /^(text|search|tel|url|email|password|hidden)$/.test(type)
      ? attributes.dirname
      : undefined,
  }
}

/** @param text what stands between the tags. */
export function textAreaField(attributes: Attributes, text: string, place: ControlPlace): Field {
  // HTML, 13.2.6.4.7: a line break right after the start tag is not part of the text
  const value = text.replace(/^\r?\n/, '')
  return { ...fieldAt(attributes, 'textarea', place), value, chosen: true, directionName: attributes.dirname }
}

/** A select is a field for each option that is not disabled: like a radio button, it is sent if it is chosen. */
export function selectFields(
  attributes: Attributes,
  options: readonly Option[],
  place: ControlPlace,
): Field[] {
  const chosen = new Set(chosenOptions(attributes, options))
  return options
    .filter(({ disabled }) => !disabled)
    .map((option) => ({
      ...fieldAt(attributes, 'select', { ...place, label: `${option.text} ${place.label}`.trim() }),
      value: option.attributes.value ?? option.text,
      chosen: chosen.has(option),
      multiple: attributes.multiple !== undefined,
      directionName: undefined,
    }))
}

/** HTML, 4.10.7: one option of a drop-down box is always chosen, the first if none says that it is. */
function chosenOptions(attributes: Attributes, options: readonly Option[]): readonly Option[] {
  const selected = options.filter(({ attributes: { selected } }) => selected !== undefined)
  if (attributes.multiple !== undefined) return selected
  if (selected.length > 0) return selected.slice(-1)
  const isDropDown = !(Number(attributes.size) > 1)
  return isDropDown ? options.filter(({ disabled }) => !disabled).slice(0, 1) : []
}

/** A control that submits its form; undefined for one that does not. */
export function submitButton(
  element: string,
  attributes: Attributes,
  { order, label }: Omit<ControlPlace, 'isHidden'>,
): Button | undefined {
  const type = typeOf(element, attributes)
  const method = formMethodOf(attributes.formmethod)
  if ((type !== 'submit' && type !== 'image') || method === 'dialog') return undefined
  const { name = '', value = '' } = attributes
  const shown = element === 'button' ? label : (attributes.alt ?? value)
  return {
    label: [shown, attributes['aria-label'] ?? '', attributes.title ?? ''].join(' ').trim(),
    name,
    value,
    action: attributes.formaction,
    method,
    encoding: encodingOf(attributes.formenctype),
    isImage: type === 'image',
    order,
  }
}

/** Undefined where the attribute is missing; `dialog` sends nothing. */
export function formMethodOf(method: string | undefined): Method | 'dialog' | undefined {
  if (method === undefined) return undefined
  if (/^dialog$/i.test(method)) return 'dialog'
  return /^post$/i.test(method) ? 'POST' : 'GET'
}

/** Undefined where the attribute is missing. */
export function encodingOf(type: string | undefined): Encoding | undefined {
  if (type === undefined) return undefined
  const lower = type.toLowerCase()
  return lower === 'multipart/form-data' || lower === 'text/plain'
    ? lower
    : 'application/x-www-form-urlencoded'
}

function fieldAt(attributes: Attributes, type: string, { order, isHidden, label }: ControlPlace) {
  const hints = ['name', 'id', 'placeholder', 'aria-label', 'title']
  return {
    type,
    name: attributes.name ?? '',
    readOnly: attributes.readonly !== undefined,
    required: attributes.required !== undefined,
    multiple: false,
    isHidden: isHidden || type === 'hidden',
    isSkipped: Number(attributes.tabindex) < 0,
    label,
    hint: hints.map((name) => attributes[name] ?? '').join(' '),
    autocomplete: (attributes.autocomplete ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    order,
  }
}

/** HTML, 4.10.5.1: what a browser makes of a value before anybody has changed it. */
function sanitized(type: string, value: string, attributes: Attributes): string {
  switch (type) {
    case 'text':
    case 'search':
    case 'tel':
    case 'password':
      return value.replace(/[\r\n]/g, '')
    case 'email':
    case 'url':
      return value.replace(/[\r\n]/g, '').trim()
    case 'file':
      return ''
    case 'color':
      return /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'
    case 'range':
      return isNumber(value) ? value : middleOf(attributes)
    case 'number':
      return isNumber(value) ? value : ''
    default:
      return value
  }
}

function isNumber(text: string): boolean {
  return /^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
}

function middleOf({ min = '', max = '' }: Attributes): string {
  const least = isNumber(min) ? Number(min) : 0
  const most = isNumber(max) ? Number(max) : 100
  return String(most < least ? least : least + (most - least) / 2)
}
