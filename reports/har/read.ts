import { z } from 'zod'
import { type Exchange, FAILURE_KINDS } from '../../client/http/exchange.ts'

const pairs = z.array(z.object({ name: z.string(), value: z.string() }))

const entrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number().nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: pairs,
    postData: z
      .object({
        mimeType: z.string().nullish(),
        text: z.string().nullish(),
        params: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
        _encoding: z.literal('base64').optional(),
        _cut: z.boolean().optional(),
      })
      .nullish(),
  }),
  response: z.object({
    status: z.number(),
    headers: pairs,
    content: z.object({
      size: z.number().nullish(),
      mimeType: z.string().nullish(),
      text: z.string().nullish(),
      encoding: z.string().nullish(),
      _cut: z.literal(true).optional(),
    }),
  }),
  _id: z.int().optional().catch(undefined),
  _error: z.string().optional().catch(undefined),
  _requirement: z.string().optional(),
  _irregular: z.literal(true).optional(),
  _scenario: z.string().optional().catch(undefined),
  _from: z.enum(['browser', 'application']).optional().catch(undefined),
  _to: z.enum(['application', 'service']).optional().catch(undefined),
})
type Entry = z.infer<typeof entrySchema>

/** As much of an HTTP archive as the suite reads: from browsers and proxies, which all leave something out. */
export const recordingSchema = z.object({
  log: z.object({
    comment: z.string().nullish(),
    _record: z.string().optional(),
    entries: z.array(entrySchema),
  }),
})
export type Recording = z.infer<typeof recordingSchema>

function headersOf(headers: Entry['request']['headers']): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null)
  for (const { name, value } of headers) {
    // Browsers record the pseudo headers of HTTP/2 among the others.
    if (!name.startsWith(':')) byName[name.toLowerCase()] = [...(byName[name.toLowerCase()] ?? []), value]
  }
  return { ...byName }
}

function sentBody({ postData }: Entry['request']): string | undefined {
  if (!postData) return undefined
  if (postData.text) return postData.text
  const parameters = postData.params?.map(({ name, value }): [string, string] => [name, value ?? ''])
  return parameters ? new URLSearchParams(parameters).toString() : ''
}

function bodyOf({ text, encoding }: Entry['response']['content']): string {
  return encoding === 'base64' ? Buffer.from(text ?? '', 'base64').toString('utf8') : (text ?? '')
}

/** Whether whoever recorded it has what it takes to judge the answer. */
function isWhole({ request, response }: Entry): boolean {
  const lostBody = bodyOf(response.content) === '' && (response.content.size ?? 0) > 0
  // An answer is not judged without the whole request, nor where the browser blocked it or took it from its cache.
  return !request.postData?._cut && !lostBody && response.status > 0
}

/** What this suite recorded in place of an answer. */
function failureOf({ _error = '' }: Entry): Pick<Exchange, 'failure'> {
  const [, name, message = ''] = /^([\w-]+): (.*)$/s.exec(_error) ?? []
  const kind = FAILURE_KINDS.find((one) => one === name)
  return kind ? { failure: { kind, message } } : {}
}

/** Whether only the beginning is there: whoever recorded it says so, or the size of a text that is no JSON as it stands. */
function isCutOff(content: Entry['response']['content'], body: string): boolean {
  if (content._cut) return true
  return (content.size ?? 0) > Buffer.byteLength(body) && !isJson(body)
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

function answerOf({ content, headers, status }: Entry['response']): Pick<Exchange, 'response'> {
  if (status <= 0) return {}
  const body = bodyOf(content)
  const isCut = isCutOff(content, body)
  return {
    response: {
      status,
      headers: headersOf(headers),
      body,
      ...(isCut ? { isCut } : {}),
      bytes: isCut ? (content.size ?? 0) : Buffer.byteLength(body),
    },
  }
}

/** Between whom it was, in the examination of an application. */
function stepOf({ _scenario: scenario, _from: from, _to: to }: Entry): Pick<Exchange, 'step'> {
  return scenario !== undefined && from && to ? { step: { scenario, from, to } } : {}
}

function exchangeOf(entry: Entry, id: number): Exchange[] {
  const { request, response, time } = entry
  if (!URL.canParse(request.url)) return []
  const sent = sentBody(request)
  const sentHeaders = Object.entries(headersOf(request.headers)).map(([name, all]) => [name, all.join(', ')])
  return [
    {
      id,
      ...(entry._requirement === undefined ? {} : { requirement: entry._requirement }),
      ...(entry._irregular ? { irregular: entry._irregular } : {}),
      ...stepOf(entry),
      startedAt: Date.parse(entry.startedDateTime) || 0,
      durationMs: Math.max(0, time ?? 0),
      request: {
        method: request.method.toUpperCase(),
        url: request.url,
        headers: Object.fromEntries(sentHeaders),
        ...(sent === undefined ? {} : { body: sent }),
        ...(request.postData?._encoding ? { bodyEncoding: request.postData._encoding } : {}),
      },
      ...answerOf(response),
      ...failureOf(entry),
    },
  ]
}

/** The exchanges of a recording, in its order, without those that lack what it takes to judge anything of them. */
export function exchangesOf({ log }: Recording): Exchange[] {
  return log.entries.flatMap((entry, index) => (isWhole(entry) ? exchangeOf(entry, index + 1) : []))
}

/** All exchanges of a recording that this suite made, as they were numbered: they are judged already. */
export function allExchangesOf({ log }: Recording): Exchange[] {
  return log.entries.flatMap((entry, index) => exchangeOf(entry, entry._id ?? index + 1))
}
