import fc from 'fast-check'
import { RawBody, UPDATE_METHODS } from '../../../client/donations/api.ts'
import { openBody, openUpdate } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { method } from './support-robustness.ts'

/** Headers and paths that trip up what stands before the operation. */
const ODD_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an unknown content type': { 'content-type': 'application/x-unknown' },
  'a malformed content type': { 'content-type': ';;;' },
  'an unknown charset': { 'content-type': 'application/json; charset=klingon' },
  'a content encoding that is none': { 'content-encoding': 'made-up' },
  'an accept header that nothing matches': { accept: 'image/png' },
}

const ODD_IDS = [
  '%',
  '%00',
  '..',
  '../../etc/passwd',
  "' OR 1=1 --",
  'x'.repeat(2_000),
  '\u0000',
  '😀',
  '0',
  '-1',
  'null',
]

export const error2 = requirement(
  'ERROR-2',
  { irregular: true, judgedByRule: true },
  property(
    'odd values',
    fc.tuple(method, openUpdate({ pledged: false })),
    async (context, [by, { body }]) => {
      await context.api.update(by, await context.donation(), body)
    },
    { share: 0.25 },
  ),
  property(
    'odd values of a pledged donation',
    fc.tuple(method, openUpdate({ pledged: true })),
    async (context, [by, { body }]) => {
      await context.api.update(by, await context.donation(context.known('pledged')), body)
    },
    { share: 0.25 },
  ),
  property(
    'odd bodies',
    fc.tuple(method, openBody()),
    async (context, [by, { value }]) => {
      await context.api.update(by, await context.donation(), new RawBody(value))
    },
    { share: 0.25 },
  ),
  cases<string | Uint8Array>(
    'each kind of body',
    {
      'a key of every object': '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
      'nested arrays': `{"memo":${'['.repeat(200)}${']'.repeat(200)}}`,
      'nested objects': `${'{"memo":'.repeat(200)}1${'}'.repeat(200)}`,
      'no UTF-8': Buffer.from([...Buffer.from('{"memo":"'), 0xc3, 0x28, 0xff, ...Buffer.from('"}')]),
      'half a character': '{"memo":"\\ud83d"}',
      'the character NUL': '{"memo":"\\u0000"}',
      'a name twice': '{"memo":"one","memo":"two"}',
      'a byte order mark': '\ufeff{"memo":"one"}',
      'a number beyond all bounds': '{"quantity":1e400}',
      'a long text': `{"memo":"${'x'.repeat(20_000)}"}`,
      'many names': `{${Array.from({ length: 1_000 }, (_, index) => `"n${index}":1`).join()}}`,
    },
    async (context, body) => {
      for (const by of UPDATE_METHODS)
        await context.api.update(by, await context.donation(), new RawBody(body))
    },
  ),
  cases('odd headers', ODD_HEADERS, async (context, headers) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS)
      await context.api.update(by, donation, { donor_city: 'Rome' }, { headers })
  }),
  cases(
    'odd ids',
    Object.fromEntries(ODD_IDS.map((id) => [JSON.stringify(id).slice(0, 40), id])),
    async ({ api }, id) => {
      for (const by of UPDATE_METHODS) await api.update(by, id, {})
    },
  ),
  cases(
    'odd tokens',
    {
      long: `Bearer ${'x'.repeat(4_000)}`,
      'no letters': 'Bearer ...',
      'like a JWT': 'Bearer eyJhbGciOiJub25lIn0.e30.',
      odd: 'Bearer %00%0a',
    },
    async (context, authorization) => {
      await context.api.update('PATCH', await context.donation(), {}, { authorization })
    },
  ),
  cases(
    'odd token requests',
    {
      'no body': '',
      'no form': '{"grant_type":',
      'broken escapes': 'grant_type=%zz&code=%',
      'a NUL': 'grant_type=%00&code=%00',
      long: `code=${'x'.repeat(20_000)}`,
    },
    async ({ http, oauth }, body) => {
      await http.send({
        method: 'POST',
        url: oauth.tokenEndpoint,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    },
  ),
)
