import { NotApplicableError } from '../../../contract/verdict.ts'
import { malformedDesignation } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { ownerOf } from '../../axes/holders.ts'
import { actAs } from '../../axes/tokens.ts'
import { PLAIN_UPDATE } from '../../support/bodies.ts'
import { cutsOff, unlessCutOff } from '../../support/cut-off.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'
import { withDesignation } from './without-designation.ts'

/**
 * Values that are no UUID, made from one of a designation where they are near misses. In this order each method meets
 * some of those that a careless check takes for none.
 */
const MALFORMED: Readonly<Record<string, (id: string) => unknown>> = {
  'an empty string': () => '',
  'a blank': () => ' ',
  'a word': () => 'none',
  'the word null': () => 'null',
  'a letter too many': (id) => `${id}a`,
  'a letter too few': (id) => id.slice(0, -1),
  'a letter that is no hexadecimal digit': (id) => `${id.slice(0, -1)}g`,
  'a number': () => 7,
  true: () => true,
  zero: () => 0,
  false: () => false,
  'an object': (id) => ({ id }),
  'an empty object': () => ({}),
  'two ids': (id) => `${id},${id}`,
  'a name': () => 'General Fund',
  'underscores for hyphens': (id) => id.replaceAll('-', '_'),
  'in quotes': (id) => `"${id}"`,
  'a zero-width space after it': (id) => `${id}\u200b`,
  'a full-width character': (id) =>
    id.replace(/[\da-f]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  one: () => 1,
  'an array of null': () => [null],
  'the first part of one': (id) => id.slice(0, 8),
  'a wildcard': () => '%',
  'a star': () => '*',
  injection: () => "' OR '1'='1",
  'a quote after it': (id) => `${id}'`,
  // What parsers, databases and C take for the UUID itself.
  'a blank after it': (id) => `${id} `,
  'a line break after it': (id) => `${id}\n`,
  'a NUL after it': (id) => `${id}\0`,
  'in braces': (id) => `{${id}}`,
  'without hyphens': (id) => id.replaceAll('-', ''),
  'a URN of it': (id) => `urn:uuid:${id}`,
  'an escape in it': (id) => id.replace('-', '%2D'),
  'a path before it': (id) => `/designations/${id}`,
  'an address of it': (id) => `https://example.com/designations/${id}`,
  'the word undefined': () => 'undefined',
  'the word default': () => 'default',
  'the digit for none in a string': () => '0',
  'a negative number': () => -1,
  'a fraction': () => 0.5,
  'an array of two': (id) => [id, id],
  'an object of its name': (id) => ({ designation_id: id }),
  'an object of a value': (id) => ({ value: id }),
  'an object in an array': (id) => [{ id }],
  'an operator of a database': () => ({ $ne: null }),
  'an array': (id) => [id],
  'an empty array': () => [],
  'hyphens in other places': (id) => `${id.slice(0, 7)}-${id.slice(7, 8)}${id.slice(9)}`,
}

/** Those that a careless check takes for none, beside other fields and by the other method. */
const FOR_NONE: Readonly<Record<string, unknown>> = {
  false: false,
  'an empty string': '',
  zero: 0,
  'an object': { id: 'none' },
  'an empty array': [],
  'a word': 'none',
}

/** What stands behind the id where services cut such things off; undefined where a value is otherwise. */
function blanksBehind(id: string, value: unknown): string | undefined {
  const tail = typeof value === 'string' && value.startsWith(id) ? value.slice(id.length) : ''
  return /^[\s\0\u200b]+$/.test(tail) ? tail : undefined
}

/** A string that is no UUID, an empty string, a number or an object is rejected. */
export const designation4 = requirement(
  'DESIGNATION-4',
  property(
    malformedDesignation(),
    async (context, { value }) =>
      expectRefusedByBoth(context, await context.donation(), { designation_id: value }),
    { share: 0.01 },
  ),
  cases('each kind', alternating(MALFORMED), async (context, { one: makeFrom, ...turn }) => {
    const [id = UNKNOWN_DESIGNATION] = context.target.designationIds
    const designation_id = makeFrom(id)
    if (designation_id === id) throw new NotApplicableError('the id of the designation is written like that')
    const donation = await context.donation()
    const tail = blanksBehind(id, designation_id)
    await unlessCutOff(
      () => expectAlternationRefused(context, donation, { ...turn, one: { designation_id } }),
      async () => tail !== undefined && cutsOff(context, donation, tail),
    )
  }),
  cases('beside other fields', FOR_NONE, async (context, designation_id, name) => {
    const turn = Object.keys(FOR_NONE).indexOf(name)
    const others = { ...PLAIN_UPDATE, advisor: { email: 'advisor@example.com' } }
    await actAs(context, ownerOf(turn))
    await expectRefusedByBoth(context, await context.donation(), withDesignation(others, designation_id))
  }),
)
