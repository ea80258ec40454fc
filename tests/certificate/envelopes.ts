import { z } from 'zod'
import { signEnvelope } from '../../certificate/envelope.ts'
import { knownKey } from './keys.ts'

const envelopeSchema = z.object({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
})
export type Envelope = z.infer<typeof envelopeSchema>

export const envelopeOf = (text: string): Envelope => envelopeSchema.parse(JSON.parse(text))
export const payloadOf = (text: string) => Buffer.from(envelopeOf(text).payload, 'base64')

/** What a signer has put together by hand, and signed well. */
export const signed = (payload: string) => signEnvelope(payload, knownKey)
