import { z } from 'zod'
import type { PreparedAnswer } from '../answers.ts'
import type { DonationSetup, TokensSetup, UserSetup } from '../arrange.ts'
import { environmentNames } from '../store.ts'
import { switchKinds } from '../switches.ts'
import { nextAnswer, nextAnswers } from './next-answers.ts'

const LONGEST_STEP_SECONDS = 10 * 365 * 86_400

/** The sandbox, unless another is named. */
const environment = z.enum(environmentNames).default('sandbox')

/** Of actions that take nothing. */
export const nothingFields = z.strictObject({})

export const tokenFields = z.strictObject({ environment, token: z.string() })

export const clockFields = z.strictObject({
  seconds: z.coerce.number().int().min(1).max(LONGEST_STEP_SECONDS),
})

export const switchFields = z.strictObject({ kind: z.enum(switchKinds), id: z.string().trim() })

const ids = z.array(z.string()).default([])
export const deviationFields = z.strictObject({ faults: ids, variants: ids })

export const destinationFields = z.strictObject({
  environment,
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
})

export const webhookFields = z.strictObject({ environment, donation: z.string() })

/** One of the usual answers by its name, or any other. */
export const answerFields = z.strictObject({
  answer: z.union([
    z.enum(nextAnswers),
    z.strictObject({
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).exactOptional(),
      body: z.union([z.string(), z.record(z.string(), z.json()), z.array(z.json())]).exactOptional(),
      afterMs: z.number().nonnegative().exactOptional(),
    }),
  ]),
  /** Without the query; empty for any. */
  path: z.string().trim().default(''),
})

/** The answer that such fields ask for. */
export function answerOf({ answer, path }: z.infer<typeof answerFields>): PreparedAnswer {
  if (typeof answer === 'string') return nextAnswer(answer, path)
  return { ...answer, ...(path === '' ? {} : { path }) }
}

export const newUserFields: z.ZodType<UserSetup> = z.strictObject({
  username: z.string(),
  password: z.string(),
  organizations: z.array(z.string()).exactOptional(),
})

const text = z.string().exactOptional()
const textOrNull = z.string().nullable().exactOptional()

export const newDonationFields: z.ZodType<DonationSetup> = z.strictObject({
  organization: z.string(),
  id: text,
  status: text,
  donor_first_name: text,
  donor_last_name: text,
  donor_email: text,
  donor_address_line_1: text,
  donor_address_line_2: text,
  donor_city: text,
  donor_province: text,
  donor_postal_code: text,
  donor_country: text,
  designation_id: textOrNull,
  memo: text,
  quantity: z.number().nullable().exactOptional(),
  identifier: textOrNull,
  source: textOrNull,
})

export const grantFields: z.ZodType<Partial<TokensSetup>> = z.strictObject({
  username: text,
  clientId: text,
  scope: text,
})
