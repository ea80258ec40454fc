import { charsetAsked } from '../http/charset.ts'
import type { Button, Encoding, Field, Form } from './form.ts'
import type { Attributes, formMethodOf } from './form-control.ts'

/** What a control turns out to be once the page is read. */
type Control = { readonly fields?: readonly Field[]; readonly button?: Button }

interface Draft {
  readonly attributes: Attributes
  readonly method: ReturnType<typeof formMethodOf>
  readonly encoding: Encoding | undefined
  readonly controls: (() => Control)[]
}

/** Where the parser is in the page, in characters. */
export interface ParserPosition {
  readonly now: () => number
  /** Where the next end tag of a form is; undefined where a start tag of one comes first. */
  readonly ofFormEnd: () => number | undefined
}

/**
 * Says which form a control belongs to while a page is read (HTML, 4.10.18.3): the one that its `form` attribute names,
 * otherwise the one whose start tag came last without an end tag, which old pages nest wrongly.
 */
export class FormOwners {
  readonly #position: ParserPosition
  readonly #drafts: Draft[] = []
  readonly #byId = new Map<string, Draft>()
  readonly #named: [id: string, control: () => Control][] = []
  #current: Draft | undefined
  /** Where the current form ends, once that is known. */
  #end = Number.POSITIVE_INFINITY

  constructor(position: ParserPosition) {
    this.#position = position
  }

  start(attributes: Attributes, method: Draft['method'], encoding: Encoding | undefined): void {
    const draft = { attributes, method, encoding, controls: [] }
    const { id } = attributes
    this.#drafts.push(draft)
    if (id !== undefined && id !== '' && !this.#byId.has(id)) this.#byId.set(id, draft)
    this.#current = draft
    this.#end = Number.POSITIVE_INFINITY
  }

  /** @param isImplied whether an element around it ended, and its own end tag is still to come. */
  end(isImplied: boolean): void {
    const end = isImplied ? this.#position.ofFormEnd() : undefined
    if (end === undefined) this.#current = undefined
    else this.#end = end
  }

  /** @returns takes what becomes of the control, to be looked at when the page is read. */
  control({ form: id }: Attributes): (control: () => Control) => void {
    const current = this.#position.now() < this.#end ? this.#current : undefined
    return (control) => {
      if (id !== undefined) this.#named.push([id, control])
      else current?.controls.push(control)
    }
  }

  /** The forms that send something, in the order of the page. */
  forms(): Form[] {
    for (const [id, control] of this.#named.splice(0)) this.#byId.get(id)?.controls.push(control)
    return this.#drafts.flatMap(({ attributes, method = 'GET', encoding, controls }) => {
      if (method === 'dialog') return []
      const made = controls.map((control) => control())
      return {
        action: attributes.action ?? '',
        method,
        encoding: encoding ?? 'application/x-www-form-urlencoded',
        charset:
          attributes['accept-charset'] === undefined ? undefined : charsetAsked(attributes['accept-charset']),
        fields: oneOfEachGroup(made.flatMap(({ fields = [] }) => fields).sort(byOrder)),
        buttons: made.flatMap(({ button }) => button ?? []).sort(byOrder),
        name: ['id', 'name', 'role', 'class', 'aria-label'].map((key) => attributes[key] ?? '').join(' '),
      }
    })
  }
}

function byOrder(one: { readonly order: number }, other: { readonly order: number }): number {
  return one.order - other.order
}

/** Of radio buttons with one name that are all checked, the last is (HTML, 4.10.5.1.16). */
function oneOfEachGroup(fields: readonly Field[]): readonly Field[] {
  const last = new Map<string, Field>()
  for (const field of fields) if (field.type === 'radio' && field.chosen) last.set(field.name, field)
  return fields.map((field) =>
    field.type === 'radio' && field.chosen && last.get(field.name) !== field
      ? { ...field, chosen: false }
      : field,
  )
}
