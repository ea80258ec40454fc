import { createHash } from 'node:crypto'
import { encodeIn } from '../http/charset.ts'
import type { Button, Encoding, Field } from './form.ts'

/** One entry of a form's data; a file that nobody has chosen is an empty one. */
interface Entry {
  readonly name: string
  readonly value: string
  readonly isFile?: true
}

/**
 * What a form sends when one of its buttons is pressed, or none: every control that is successful, in the order of the
 * page, the button at its place (HTML, 4.10.22.4, "constructing the entry list").
 *
 * @param fields as they were filled in.
 */
export function entriesOf(fields: readonly Field[], button: Button | undefined): Entry[] {
  const sent = [
    ...fields
      .filter(({ chosen, name }) => chosen && name !== '')
      .map(({ order, ...field }) => ({
        order,
        entries: entriesOfField(field),
      })),
    ...(button === undefined ? [] : [{ order: button.order, entries: entriesOfButton(button) }]),
  ]
  return sent.sort((one, other) => one.order - other.order).flatMap(({ entries }) => entries)
}

function entriesOfField({ name, value, type, directionName }: Omit<Field, 'order'>): Entry[] {
  if (type === 'file') return [{ name, value: '', isFile: true }]
  const entry = { name: withLineBreaks(name), value: withLineBreaks(value) }
  return directionName ? [entry, { name: withLineBreaks(directionName), value: 'ltr' }] : [entry]
}

function entriesOfButton({ name, value, isImage }: Button): Entry[] {
  if (isImage) {
    const prefix = name === '' ? '' : `${name}.`
    return ['x', 'y'].map((axis) => ({ name: `${prefix}${axis}`, value: '0' }))
  }
  return name === '' ? [] : [{ name: withLineBreaks(name), value: withLineBreaks(value) }]
}

/** The entries as a form in the body or a query. @param charset of names and values. */
export function encodeAsForm(entries: readonly Entry[], charset = 'utf-8'): string {
  return entries
    .map(({ name, value }) => [name, value].map((text) => encodeIn(charset, text)).join('='))
    .join('&')
}

/** The body of a POST request, and its content type. @param charset of names and values; parts are UTF-8. */
export function encodeBody(
  entries: readonly Entry[],
  encoding: Encoding,
  charset = 'utf-8',
): { readonly body: string; readonly contentType: string } {
  if (encoding === 'text/plain')
    return { body: entries.map(({ name, value }) => `${name}=${value}\r\n`).join(''), contentType: encoding }
  if (encoding === 'application/x-www-form-urlencoded')
    return { body: encodeAsForm(entries, charset), contentType: encoding }
  const parts = entries.map(partOf)
  // nothing of the content contains its own hash
  const boundary = `----form-${createHash('sha256').update(parts.join()).digest('hex').slice(0, 32)}`
  const body = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')
  return { body, contentType: `${encoding}; boundary=${boundary}` }
}

/** HTML, 4.10.22.7: line breaks and quotes in a name are escaped. */
function partOf({ name, value, isFile }: Entry): string {
  const escaped = name.replace(/[\r\n"]/g, (found) => encodeURIComponent(found))
  const disposition = `Content-Disposition: form-data; name="${escaped}"`
  return isFile
    ? `${disposition}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n`
    : `${disposition}\r\n\r\n${value}`
}

/** HTML, 4.10.22.6: each line break is CR LF. */
function withLineBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n')
}
