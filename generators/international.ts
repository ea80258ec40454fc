import fc from 'fast-check'
import type { DonorField } from '../contract/index.ts'
import { kindsOf, type Labelled, labelledBy } from './labelled.ts'
import { SCRIPTS } from './scripts.ts'
import { subset } from './subset.ts'

/** A way of writing that a service has to keep as it is: a script, a kind of accent, of apostrophe, of emoji. */
export type Script = keyof typeof SCRIPTS

/** The fields that a donor's names and places go into and that the answer of an update shows. */
type TextField = Exclude<DonorField, 'donor_email' | 'donor_postal_code' | 'donor_country'>

/** A donor whose names and places are all in one way of writing. */
export type InternationalDonor = Partial<Record<TextField, string>>

/** Code units that a name is sure to have room for. */
const LONGEST = 40

/**
 * Names and places as many peoples write them, of at most 40 UTF-16 code units, labelled with the way of writing.
 * Serves UPDATE-17.
 */
export function internationalText(): fc.Arbitrary<Labelled<Script, string>> {
  return labelledBy(kindsOf(SCRIPTS), textIn)
}

/**
 * Updates of one or more of a donor's names and places, all in one way of writing, labelled with it.
 * Serves UPDATE-17.
 */
export function internationalDonor(): fc.Arbitrary<Labelled<Script, InternationalDonor>> {
  return labelledBy(kindsOf(SCRIPTS), (script) => {
    const text = textIn(script)
    return subset<Record<TextField, string>>(everyField(() => text)).filter(
      (donor) => Object.keys(donor).length > 0,
    )
  })
}

/** A donor for each way of writing, with another name in each field, always the same ones. Serves UPDATE-17. */
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

/** One name for the most part; else two of them, where they fit. */
function textIn(script: Script): fc.Arbitrary<string> {
  const name = fc.constantFrom<string[]>(...SCRIPTS[script])
  const two = fc.tuple(name, name).map((names) => names.join(' '))
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: name, weight: 3 },
    { arbitrary: two.filter((text) => text.length <= LONGEST), weight: 1 },
  )
}
