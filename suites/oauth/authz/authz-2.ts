import { codeOf } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { state, stateBeyondAscii } from '../../../generators/index.ts'
import { expect, property, requirement, test } from '../../../harness/authoring/index.ts'
import { authorizeToCode, callbackParametersOf, expectState } from '../../support/authorization.ts'

/** Each case costs an authorization, often with a login: a part of the run's cases has to do. */
const SHARE = 0.2
const SHARE_BEYOND_ASCII = 0.1

/** The longest state that has to come back, in characters. */
const LONGEST_STATE = 512

/** States that services are known to trip over. */
const TRICKY_STATES = [
  // Words that a programming language may take for a value.
  '0',
  'null',
  'undefined',
  'true',
  // A plus is a blank in a form, and blanks get collapsed or trimmed.
  '+',
  'a+b c',
  'two  blanks,   three',
  ' leading and trailing ',
  // What looks encoded must not be decoded once more.
  '%',
  '%20',
  '%2B%252B',
  'a%00b',
  '&amp;&lt;',
  // Delimiters of a query and of a URI.
  'a=b&c=d&code=x',
  '#fragment?query',
  // Quotes, brackets and backslashes, which templates and databases escape.
  `"'<>\\^\`{|}~`,
  // What partners put into a state: JSON, base64, a URL.
  '{ "json" : [1.0, "\\u0074wo"],  "json": 2 }',
  'c3RhdGU+Lz8=',
  'https://elsewhere.example/?state=1',
  // Numbers that change when they are parsed and written again.
  '007',
  '1e3',
  '9007199254740993',
  // Characters that RFC 3986 reserves.
  ';,/?:@$!*()[]',
  // Long states; encoded, the second takes three times its length.
  'aB3-'.repeat(LONGEST_STATE / 4),
  '%'.repeat(LONGEST_STATE / 2),
]

/** Every printable ASCII state comes back; what is beyond may be refused, and an empty one is only observed. */
export const authz2 = requirement(
  'AUTHZ-2',
  property(
    state(),
    async ({ oauth }, sent) => {
      const flow = await authorizeToCode(oauth, { state: sent })
      expect(flow).toYieldCode()
      expectState(flow, sent)
    },
    { share: SHARE, examples: TRICKY_STATES },
  ),
  property(
    'beyond ASCII',
    stateBeyondAscii(),
    async ({ oauth }, sent) => {
      const flow = await oauth.authorize({ state: sent })
      if (!codeOf(flow)) throw new NotApplicableError('what is not printable ASCII may be refused')
      expectState(flow, sent)
    },
    { share: SHARE_BEYOND_ASCII, examples: ['Zoë', 'Łódź', '東京', 'שלום', '😀'] },
  ),
  test('empty', async ({ oauth, observe }) => {
    const flow = await oauth.authorize({ state: '' })
    const states = callbackParametersOf(flow).getAll('state')
    const echo = states.length === 0 ? 'without state' : `with state ${JSON.stringify(states)}`
    observe('an empty state', codeOf(flow) ? `a code ${echo}` : 'is refused')
  }),
)
