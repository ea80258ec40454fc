import { z } from 'zod'

/* HTTP archive 1.2, strictly: unknown members must start with an underscore, as the format's text wants it. */

const own = (shape: z.ZodRawShape) =>
  z.looseObject(shape).superRefine((value, context) => {
    for (const key of Object.keys(value))
      if (!(key in shape) && !key.startsWith('_')) context.addIssue(`unknown member ${key}`)
  })

const comment = z.string().optional()
const pair = own({ name: z.string(), value: z.string(), comment })
const size = z.int().min(-1)
const time = z.number().min(0)
const optionalTime = z.number().min(-1).optional()
const cookie = own({ name: z.string(), value: z.string(), comment })

const request = own({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(pair),
  queryString: z.array(pair),
  postData: own({ mimeType: z.string(), text: z.string(), comment }).optional(),
  headersSize: size,
  bodySize: size,
  comment,
})

const response = own({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(pair),
  content: own({
    size,
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.string().optional(),
    comment,
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
})

const entry = own({
  startedDateTime: z.iso.datetime({ offset: true }),
  time,
  request,
  response,
  cache: own({ comment }),
  timings: own({ send: time, wait: time, receive: time, blocked: optionalTime, dns: optionalTime, comment }),
  comment,
})

/** What every HAR 1.2 file is. */
export const harSchema = own({
  log: own({
    version: z.literal('1.2'),
    creator: own({ name: z.string(), version: z.string(), comment }),
    entries: z.array(entry),
    comment,
  }),
})
