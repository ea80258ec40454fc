import fc from 'fast-check'
import { RawBody, UPDATE_METHODS } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { malformedBody, nonObjectBody } from '../../../generators/index.ts'
import { cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import { anyMethod } from '../../support/methods.ts'
import { expectUntouched } from './untouched.ts'

/** Bodies that are no JSON object, as they are sent; undefined is no body at all. */
const NO_OBJECTS: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  'an empty one': '',
  array: '[]',
  'array of an object': '[{"donor_city":"Rome"}]',
  string: '"donor_city"',
  'empty string': '""',
  number: '7',
  zero: '0',
  true: 'true',
  false: 'false',
  null: 'null',
  'cut off': '{"donor_city":"Rome"',
  'no JSON': 'donor_city=Rome',
  'single quotes': "{'donor_city':'Rome'}",
  'a name without quotes': '{donor_city:"Rome"}',
  'a comma too many': '{"donor_city":"Rome",}',
  'something behind it': '{"donor_city":"Rome"} and more',
  'two objects': '{"donor_city":"Rome"}{}',
  'a comment': '/* city */ {"donor_city":"Rome"}',
}

/** A body is required: none, or one that is not a JSON object, is rejected and changes nothing. */
export const update7 = requirement(
  'UPDATE-7',
  property(
    'no JSON object',
    fc.tuple(anyMethod, fc.oneof(nonObjectBody(), malformedBody())),
    async (context, [by, { value }]) => {
      const donation = await context.donation()
      const before = await reset(context, donation)
      const exchange = await context.api.update(by, donation, new RawBody(value))
      expect(exchange).toBeRefused()
      await expectUntouched(context, donation, before, [exchange])
    },
    { share: 0.2 },
  ),
  cases('each kind', NO_OBJECTS, async (context, text) => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const body = text === undefined ? undefined : new RawBody(text)
    const headers = { 'content-type': 'application/json' }
    const refused: Exchange[] = []
    for (const by of UPDATE_METHODS) {
      const exchange = await context.api.update(by, donation, body, { headers })
      expect(exchange).toBeRefused()
      refused.push(exchange)
    }
    await expectUntouched(context, donation, before, refused)
  }),
)
