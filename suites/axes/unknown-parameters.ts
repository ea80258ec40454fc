import type { TargetConfig } from '../../client/environment/config.ts'
import type { FormParameters } from '../../client/oauth/oauth.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../support/unknown.ts'

/** What a service that obeyed an unknown parameter would say in its token response, and no other does. */
export const OBEYED = { token_type: 'mac', expires_in: 7 } as const

/** Longer than any value that the contract names, and shorter than what forms are limited to. */
const LONG = 'x'.repeat(1_500)

/** RFC 8707 and RFC 8693 give the first two a meaning: a service that knows it may refuse what they name. */
export const OF_EXTENSIONS = ['resource', 'audience']

/** Parameters that the contract knows in no token request, by what is special about them. */
export function unknownParameters({ apiUrl, scope }: TargetConfig): Readonly<Record<string, FormParameters>> {
  return {
    // What stock OAuth libraries send of their own accord.
    resource: { resource: apiUrl },
    audience: { audience: apiUrl },
    'the scope that was asked for': { scope },
    'a state': { state: 'a-state-of-the-suite' },
    'a nonce': { nonce: 'a-nonce-of-the-suite' },
    'a response type': { response_type: 'code' },
    'a response mode': { response_mode: 'query' },
    'a type of access': { access_type: 'offline' },
    'a language': { ui_locales: 'de', lang: 'de' },
    // What frameworks and proxies act on.
    'a format': { format: 'xml' },
    'a callback of JSONP': { callback: 'run' },
    'another method': { _method: 'GET' },
    'a time against caches': { _: '1767225600' },
    'a tracking code': { utm_source: 'partner' },
    // What nobody knows.
    'a made-up name': { foo: 'bar' },
    'an empty value': { foo_empty: '' },
    'a long value': { foo_long: LONG },
    'a long name': { [`foo_${'n'.repeat(200)}`]: 'bar' },
    'a value of punctuation': { foo_punctuation: '&=+%;"<>\'{}[]\\' },
    'a value of another script': { foo_script: 'Žluťoučký 寄付 🎁' },
    'a name of another script': { žluť: 'bar' },
    'a name of several kinds of letters': { 'Foo-Bar_2': 'x' },
    // PHP reads a dot in a name as an underscore.
    'names with dots': { 'foo.bar': 'x', 'client.id': 'made_up' },
    'a name in brackets': { 'foo[bar]': 'x' },
    'a name with a dollar sign': { $top: '1', foo$bar: 'x' },
    'a name of a prototype': { constructor: 'x', ['__proto__']: 'x' },
    // What would mean something if it were obeyed: names are case-sensitive (RFC 6749, 1.1).
    'documented names in capitals': { GRANT_TYPE: 'made_up', Client_Id: 'made_up', CODE: 'made_up' },
    'a lifetime': { expires_in: `${OBEYED.expires_in}` },
    'a token type': { token_type: OBEYED.token_type },
    'a user': { username: 'somebody', user_id: '1' },
    'an access token': { access_token: UNKNOWN_ACCESS_TOKEN },
    'an organization': { organization_id: 'an-organization-of-nobody' },
  }
}
