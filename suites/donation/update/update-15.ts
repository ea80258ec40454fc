import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { advisorOfBoth } from './advisor-of-both.ts'
import { expectAlikePledgedUnchanged, expectAlikeUnchanged, UPDATES_OF_ONE } from './alike.ts'
import { besideAnother } from './beside-another.ts'
import { ANY_UPDATE, anyUpdate } from './generated-beside.ts'
import { oneByOne } from './one-by-one.ts'

/** An update of one donation changes no other. */
export const update15 = requirement(
  'UPDATE-15',
  cases('every field', UPDATES_OF_ONE, expectAlikeUnchanged),
  cases('pledged donations that are alike', BY_BOTH, expectAlikePledgedUnchanged),
  cases('each field by itself', BY_BOTH, oneByOne),
  cases('an advisor of both', BY_BOTH, advisorOfBoth),
  cases('at the same moment', BY_BOTH, besideAnother),
  property(ANY_UPDATE, anyUpdate, { share: 0.01 }),
)
