import { cases, requirement } from '../../../harness/authoring/index.ts'
import { httpTwinOf } from '../../support/authorization.ts'
import { expectNotSentTo } from './not-sent-to.ts'
import { type Judge, refusedBeside, type Wrong } from './refused-beside.ts'

const TWIN: Readonly<Record<string, Wrong>> = {
  'the http twin': ({ client }) => ({ redirect_uri: httpTwinOf(client.redirectUri) }),
}

/** The twin in spellings that name the same place, or resemble it. */
const SPELLINGS: Readonly<Record<string, (twin: URL) => string>> = {
  'as it is': ({ href }) => href,
  'scheme in capitals': ({ href }) => href.replace('http:', 'HTTP:'),
  'port 80': ({ href, host }) => href.replace(host, `${host.replace(/:\d+$/, '')}:80`),
  'port 443': ({ href, host }) => href.replace(host, `${host.replace(/:\d+$/, '')}:443`),
}

const staysAway: Judge = (context, asker, { redirect_uri, ...changes }) =>
  expectNotSentTo(context, String(redirect_uri), changes, asker)

/** Ordinary requests but for the scheme of their redirect URI, alone and beside something else. */
export const authz7 = requirement(
  'AUTHZ-7',
  cases(SPELLINGS, (context, spell) =>
    expectNotSentTo(context, spell(new URL(httpTwinOf(context.oauth.client.redirectUri)))),
  ),
  refusedBeside(TWIN, ['alone', 'no state', 'response_type token', 'scope missing'], staysAway),
)
