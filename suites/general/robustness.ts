import fc from 'fast-check'
import { RawBody, UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { describeAnswer, isAccepted, statusOf } from '../../client/http/answer.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { malformedBody, nonObjectBody, openBody, openUpdate } from '../../generators/index.ts'
import { ensure } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import { requireDonation } from '../support/donation.ts'
import { REJECTIONS } from '../support/rejections.ts'

const method = fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

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

// ERROR-1, ERROR-2 and ERROR-3 are monitors; these give them what a service is likely to stumble over.
requirement('ERROR-1', 'each rejection').cases(REJECTIONS, async (context, provoke) => {
  await provoke(context)
})

requirement('ERROR-1').property(
  fc.tuple(method, fc.oneof(nonObjectBody(), malformedBody())),
  async (context, [by, { value }]) => {
    await context.api.update(by, await context.donation(), new RawBody(value))
  },
  { share: 0.1 },
)

requirement('ERROR-2', 'odd values').property(
  fc.tuple(method, openUpdate({ pledged: false })),
  async (context, [by, { body }]) => {
    await context.api.update(by, await context.donation(), body)
  },
  { share: 0.25 },
)

requirement('ERROR-2', 'odd values of a pledged donation').property(
  fc.tuple(method, openUpdate({ pledged: true })),
  async (context, [by, { body }]) => {
    await context.api.update(by, await context.donation(context.known('pledged')), body)
  },
  { share: 0.25 },
)

requirement('ERROR-2', 'odd bodies').property(
  fc.tuple(method, openBody()),
  async (context, [by, { value }]) => {
    await context.api.update(by, await context.donation(), new RawBody(value))
  },
  { share: 0.25 },
)

requirement('ERROR-2', 'each kind of body').cases<string | Uint8Array>(
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
    for (const by of UPDATE_METHODS) await context.api.update(by, await context.donation(), new RawBody(body))
  },
)

requirement('ERROR-2', 'odd headers').cases(ODD_HEADERS, async (context, headers) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) await context.api.update(by, donation, { donor_city: 'Rome' }, { headers })
})

requirement('ERROR-2', 'odd ids').cases(
  Object.fromEntries(ODD_IDS.map((id) => [JSON.stringify(id).slice(0, 40), id])),
  async ({ api }, id) => {
    for (const by of UPDATE_METHODS) await api.update(by, id, {})
  },
)

requirement('ERROR-2', 'odd tokens').cases(
  {
    long: `Bearer ${'x'.repeat(4_000)}`,
    'no letters': 'Bearer ...',
    'like a JWT': 'Bearer eyJhbGciOiJub25lIn0.e30.',
    odd: 'Bearer %00%0a',
  },
  async (context, authorization) => {
    await context.api.update('PATCH', await context.donation(), {}, { authorization })
  },
)

requirement('ERROR-2', 'odd token requests').cases(
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
)

requirement('ERROR-3', 'each rejection').cases(REJECTIONS, async (context, provoke) => {
  await provoke(context)
})

requirement('ERROR-3').property(
  fc.tuple(method, fc.oneof(malformedBody(), openBody())),
  async (context, [by, { value }]) => {
    await context.api.update(by, await context.donation(), new RawBody(value))
  },
  { share: 0.1 },
)

/** Where an API that does not answer under /v1 may answer instead. */
const OTHER_PREFIXES = ['', '/v2', '/api/v1', '/api']

requirement('VERSION-1', async (context) => {
  const { api } = context
  const organizations = await api.organizations()
  if (!organizations.response) throw new InconclusiveError(`no answer: ${describeAnswer(organizations)}`)
  if (isAccepted(organizations)) return
  const moved = statusOf(organizations) >= 300 && statusOf(organizations) < 400
  ensure(!moved, 'the API under /v1', describeAnswer(organizations), [organizations])
  for (const prefix of OTHER_PREFIXES) {
    const elsewhere = await api.organizations({ prefix })
    ensure(!isAccepted(elsewhere), 'the API under /v1', `it answers under ${prefix || 'no prefix'}`, [
      organizations,
      elsewhere,
    ])
  }
})

requirement('VERSION-1', 'updates', async (context) => {
  requireDonation(context)
  const donation = await context.donation()
  const update = await context.api.update('PATCH', donation, {})
  const isGone = [404, 410].includes(statusOf(update))
  ensure(!isGone, 'an answer of the API under /v1', describeAnswer(update), [update])
})
