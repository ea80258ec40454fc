import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { axis, cases, covering, requirement } from '../../../harness/authoring/index.ts'
import { type Asker, askerOf, CLIENT_AXIS } from '../../axes/askers.ts'
import { besideAll, ELSEWHERE } from '../../axes/authorization-requests.ts'
import { expectNoCode } from '../../support/authorization.ts'
import { only } from '../../support/only.ts'
import { UNKNOWN_CLIENT_ID } from '../../support/unknown.ts'
import { expectNotSentTo } from './not-sent-to.ts'

/** What an ordinary request sends once, and by whom. */
interface Ordinary {
  readonly client_id: string
  readonly redirect_uri: string
  readonly scope: string
}

/** Makes the parameters that a request has twice. */
type Twice = (ordinary: Ordinary) => FormParameters

/** Each parameter with the same value once more, and with another value before and behind. */
const TWICE: Readonly<Record<string, Twice>> = {
  'response_type twice': () => ({ response_type: ['code', 'code'] }),
  'response_type twice, the second unknown': () => ({ response_type: ['code', 'made_up'] }),
  'response_type twice, the first unknown': () => ({ response_type: ['made_up', 'code'] }),
  'client_id twice': ({ client_id }) => ({ client_id: [client_id, client_id] }),
  'client_id twice, the second unknown': ({ client_id }) => ({ client_id: [client_id, UNKNOWN_CLIENT_ID] }),
  'client_id twice, the first unknown': ({ client_id }) => ({ client_id: [UNKNOWN_CLIENT_ID, client_id] }),
  'redirect_uri twice': ({ redirect_uri }) => ({ redirect_uri: [redirect_uri, redirect_uri] }),
  'scope twice': ({ scope }) => ({ scope: [scope, scope] }),
  'scope twice, the second another': ({ scope }) => ({ scope: [scope, 'made_up'] }),
  'scope twice, the first empty': ({ scope }) => ({ scope: ['', scope] }),
  'state twice': () => ({ state: ['one', 'one'] }),
  'state twice, with two values': () => ({ state: ['one', 'two'] }),
}

/** What a reader lets through that compares neighbours, or names as they are written, or counts to two. */
const OTHERWISE: Readonly<Record<string, (all: readonly string[]) => readonly string[]>> = {
  'scope at both ends, once with a letter of its name escaped': (all) => [
    ...all.filter(isScope).map((one) => one.replace('scope', 'sco%70e')),
    ...all,
  ],
  'scope three times': (all) => [...all, ...all.filter(isScope), ...all.filter(isScope)],
}

function isScope(parameter: string): boolean {
  return parameter.startsWith('scope=')
}

const MAIN = ['response_type twice', 'scope twice', 'state twice']

/** What one of two redirect URIs must not lead to: the other one is registered. */
const TWO_URIS: Readonly<Record<string, (registered: string) => readonly string[]>> = {
  'the second elsewhere': (registered) => [registered, ELSEWHERE],
  'the first elsewhere': (registered) => [ELSEWHERE, registered],
}

/** Ordinary requests with one parameter more than once. */
export const authz11 = requirement(
  'AUTHZ-11',
  { judgesState: true },
  cases(TWICE, async (context, twice) => {
    await expectNoCode(context, twice(ordinaryOf(context.oauth, context.target.scope)))
  }),
  cases('two redirect URIs', TWO_URIS, async (context, uris) => {
    await expectNotSentTo(context, ELSEWHERE, { redirect_uri: uris(context.oauth.client.redirectUri) })
  }),
  cases('otherwise', OTHERWISE, async (context, repeat) => {
    const { oauth } = context
    await expectNoCode(
      context,
      {},
      {
        ...{ client: oauth.client, user: oauth.user, obtainCode: () => oauth.obtainCode() },
        apart: () => oauth.apart(),
        authorize: () => oauth.authorizeAs((all) => repeat(all).join('&')),
      },
    )
  }),
  covering(
    'beside',
    {
      twice: axis('what is there twice', only(TWICE, MAIN)),
      beside: axis('beside what', besideAll('alone', 'no state', 'the answer wanted in the query')),
      client: CLIENT_AXIS,
    },
    async (context, { twice, beside, client }) => {
      const asker = askerOf(context, ({ oauth }) => oauth, client)
      await expectNoCode(context, { ...beside, ...twice(ordinaryOf(asker, context.target.scope)) }, asker)
    },
    { except: ({ client, beside }) => client === 'first client' && beside === 'alone' },
  ),
)

function ordinaryOf({ client }: Pick<Asker, 'client'>, scope: string): Ordinary {
  return { client_id: client.id, redirect_uri: client.redirectUri, scope }
}
