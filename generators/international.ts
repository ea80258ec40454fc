import fc from 'fast-check'
import type { DonorField } from '../contract/index.ts'
import { kindsOf, type Labelled, labelledBy } from './labelled.ts'
import { SCRIPTS } from './scripts.ts'
import { subset } from './subset.ts'

/** A kind of text that a service must store unchanged: a script, or a kind of accent, apostrophe or emoji. */
export type Script = keyof typeof SCRIPTS

/** The donor fields that hold names and places and that the response to an update shows. */
type TextField = Exclude<DonorField, 'donor_email' | 'donor_postal_code' | 'donor_country'>

/** An update of names and places that are all of one kind of text. */
export type InternationalDonor = Partial<Record<TextField, string>>

/** UTF-16 code units that every service is assumed to store in a name. */
const LONGEST = 40

/** Names and places of at most 40 UTF-16 code units, labelled with the kind of text. Serves UPDATE-17. */
export function internationalText(): fc.Arbitrary<Labelled<Script, string>> {
  return labelledBy(kindsOf(SCRIPTS), textIn)
}

/**
 * Updates of one or more names and places, all of the kind that the label names. Serves UPDATE-17.
 */
export function internationalDonor(): fc.Arbitrary<Labelled<Script, InternationalDonor>> {
  return labelledBy(kindsOf(SCRIPTS), (script) => {
    const text = textIn(script)
    return subset<Record<TextField, string>>(everyField(() => text)).filter(
      (donor) => Object.keys(donor).length > 0,
    )
  })
}

/** A fixed donor for each kind of text, with all six names and places set. Serves UPDATE-17. */
export function donorOfEachScript(): Readonly<Record<string, InternationalDonor>> {
  return Object.fromEntries(
    kindsOf(SCRIPTS).map((script) => {
      const names: readonly string[] = SCRIPTS[script]
      return [script, everyField((index) => names[index % names.length] ?? '')]
    }),
  )
}

function everyField<Value>(valueAt: (index: number) => Value): Record<TextField, Value> {
  return {
    donor_first_name: valueAt(0),
    donor_last_name: valueAt(1),
    donor_address_line_1: valueAt(2),
    donor_address_line_2: valueAt(3),
    donor_city: valueAt(4),
    donor_province: valueAt(5),
  }
}

/** Three times out of four one name, otherwise two names if they fit. */
function textIn(script: Script): fc.Arbitrary<string> {
  const name = fc.constantFrom<string[]>(...SCRIPTS[script])
  const two = fc.tuple(name, name).map((names) => names.join(' '))
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: name, weight: 3 },
    { arbitrary: two.filter((text) => text.length <= LONGEST), weight: 1 },
  )
}
