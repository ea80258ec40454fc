import { codeOf } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { state, stateBeyondAscii } from '../../../generators/index.ts'
import { type Context, expect, property, requirement, test } from '../../../harness/authoring/index.ts'
import { callbackOf, expectState, requireOwnFault } from '../../support/authorization.ts'

/** Each authorization goes through a login: these properties try a part of the run's cases. */
const SHARE_OF_LOGINS = 0.2

/** States that services are known to trip over, each for a reason of its own. */
const TRICKY_STATES = [
  '0',
  'null',
  'undefined',
  'true',
  '+',
  'a+b c',
  'two  blanks,   three',
  ' leading and trailing ',
  '%',
  '%20',
  '%2B%252B',
  'a%00b',
  '&amp;&lt;',
  'a=b&c=d&code=x',
  '#fragment?query',
  `"'<>\\^\`{|}~`,
  '{ "json" : [1.0, "\\u0074wo"],  "json": 2 }',
  'c3RhdGU+Lz8=',
  'https://elsewhere.example/?state=1',
  '007',
  '1e3',
  '9007199254740993',
  ';,/?:@$!*()[]',
  'aB3-'.repeat(128),
  '%'.repeat(256),
]

export const authz2 = requirement(
  'AUTHZ-2',
  property(state(), authorizeWithState, { share: SHARE_OF_LOGINS, examples: TRICKY_STATES }),
  property(
    'beyond ASCII',
    stateBeyondAscii(),
    async ({ oauth }, sent) => {
      const flow = await oauth.authorize({ state: sent })
      if (!codeOf(flow)) throw new NotApplicableError('what is not printable ASCII may be refused')
      expectState(flow, sent)
    },
    { share: SHARE_OF_LOGINS / 2 },
  ),
  test('empty', async ({ oauth, observe }) => {
    const flow = await oauth.authorize({ state: '' })
    const states = callbackOf(flow).getAll('state')
    const echo = states.length === 0 ? 'a code without state' : `a code with state ${JSON.stringify(states)}`
    observe('an empty state', codeOf(flow) ? echo : 'is refused')
  }),
)

async function authorizeWithState({ oauth }: Context, sent: string): Promise<void> {
  const flow = await oauth.authorize({ state: sent })
  await requireOwnFault(oauth, flow)
  expect(flow).toYieldCode()
  expectState(flow, sent)
}
