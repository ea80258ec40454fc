import { z } from 'zod'
import { isLoopback, parseUrl } from '../http/url.ts'
import type { DonationReading } from './config.ts'

const COMMAND = /^command:\s*/

/** How donations are read: a command, or a URL that cannot send the suite's token to a stranger. */
export const donationReading = z
  .string()
  .refine(
    (value) => COMMAND.test(value) || isReadingUrl(value),
    'must be `command: …`, or an https or loopback URL that holds {id}, without user and fragment',
  )
  .transform(
    (value): DonationReading =>
      COMMAND.test(value) ? { command: value.replace(COMMAND, '') } : { url: value, headers: {} },
  )

function isReadingUrl(value: string): boolean {
  const parsed = parseUrl(value.replaceAll('{id}', '0'))
  const isSafe =
    parsed && (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed)))
  // An id in the host would send the suite's token to another host for each donation.
  const authority = /^https?:\/\/([^/?]*)/.exec(value)?.[1] ?? ''
  return Boolean(isSafe) && value.includes('{id}') && !/[{}@]/.test(authority) && !value.includes('#')
}

/** Headers that tests set themselves, or that the connection needs. */
const DECIDED =
  /^(?:authorization|accept|accept-encoding|content-[a-z-]+|cookie|host|origin|connection|transfer-encoding|expect|te|upgrade)$/i

/** Header values by name, as JSON. */
export const jsonHeaders = z.string().transform((value, context): Readonly<Record<string, string>> => {
  const parsed = z
    .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t -~]*$/))
    .safeParse(jsonOf(value))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'must be a JSON object of strings, header values by name' })
  return z.NEVER
})

/** Headers that may go with every request, whatever it asks. */
export const addedHeaders = jsonHeaders.refine(
  (values) => !Object.keys(values).some((name) => DECIDED.test(name)),
  'must not hold headers that tests decide, such as Authorization, Accept, Content-Type or Cookie',
)

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
