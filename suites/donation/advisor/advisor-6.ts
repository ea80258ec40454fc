import { cases, requirement } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { EMAIL, FULL_ADVISOR } from './examples.ts'

const NO_OBJECTS: Readonly<Record<string, unknown>> = {
  'an email address': EMAIL,
  'an empty string': '',
  'a number': 7,
  zero: 0,
  true: true,
  false: false,
  'an array': [FULL_ADVISOR],
  'an empty array': [],
  'an array of an address': [EMAIL],
  'an array in an array': [[FULL_ADVISOR]],
  'JSON in a string': JSON.stringify(FULL_ADVISOR),
  'a name': 'Ada Lovelace',
  'the word null': 'null',
  'an id': '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13',
  'an array of two': [FULL_ADVISOR, FULL_ADVISOR],
  'an array of null': [null],
  one: 1,
  'a negative number': -1,
  'a fraction': 0.5,
  'a blank': ' ',
}

const FOR_NONE: Readonly<Record<string, unknown>> = {
  'an empty string': '',
  false: false,
  zero: 0,
  'an empty array': [],
}

/** A string, number, boolean or array as advisor is rejected. */
export const advisor6 = requirement(
  'ADVISOR-6',
  cases(NO_OBJECTS, async (context, value, name) => {
    const turn = Object.keys(NO_OBJECTS).indexOf(name)
    const donation = await context.donation()
    const others = turn % 2 === 0 ? {} : { ...PLAIN_UPDATE, designation_id: null }
    await actAs(context, ownerOf(turn))
    // What passes for none may pass where none is linked alone.
    if (name in FOR_NONE) await apply(context, donation, { advisor: null })
    await expectRefusedByBoth(context, donation, { ...others, advisor: value })
  }),
  cases('what passes for none, while one is linked', FOR_NONE, async (context, advisor) => {
    const donation = await context.donation()
    await apply(context, donation, { advisor: FULL_ADVISOR })
    await expectRefusedByBoth(context, donation, { advisor })
  }),
)
