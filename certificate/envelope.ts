import { type KeyObject, sign, verify } from 'node:crypto'
import { dsse } from '@sigstore/core'
import { z } from 'zod'
import { hashOf, keyIdOf } from './keys.ts'
import { parseJson, UnreadableError } from './read-file.ts'

/** What every in-toto statement is signed as. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

const envelopeSchema = z.strictObject({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string().optional(), sig: z.string() })),
})

/** A certificate that is not what it says. The message is one sentence without a full stop. */
export class ForgedError extends Error {
  override readonly name = 'ForgedError'
}

/** The text of a DSSE envelope (v1.0) that holds this payload, signed with Ed25519 or ECDSA P-256. */
export function signEnvelope(payload: string, key: KeyObject): string {
  const bytes = Buffer.from(payload, 'utf8')
  const sig = sign(hashOf(key), dsse.preAuthEncoding(PAYLOAD_TYPE, bytes), key).toString('base64')
  const signatures = [{ keyid: keyIdOf(key), sig }]
  return `${JSON.stringify({ payloadType: PAYLOAD_TYPE, payload: bytes.toString('base64'), signatures }, null, 2)}\n`
}

/**
 * The payload of an envelope, once its only signature was found to be of this key. Nothing of the payload is looked
 * at before.
 * @throws ForgedError with what is wrong
 */
export function openEnvelope(envelope: Uint8Array, key: KeyObject): Buffer {
  const { payloadType, payload, signatures } = readEnvelope(envelope)
  if (payloadType !== PAYLOAD_TYPE) throw new ForgedError(`its payload type is not ${PAYLOAD_TYPE}`)
  const [signature, second] = signatures
  if (!signature) throw new ForgedError('it is not signed')
  if (second) throw new ForgedError(`it has ${signatures.length} signatures, where a certificate has one`)
  // It decides nothing, and many tools leave it empty; but what stands there has to be true.
  if (signature.keyid && signature.keyid !== keyIdOf(key))
    throw new ForgedError('it says that another key signed it')
  const bytes = decode(payload, 'payload')
  if (!holds(dsse.preAuthEncoding(payloadType, bytes), key, decode(signature.sig, 'signature')))
    throw new ForgedError('its signature is not of this key and this content')
  return bytes
}

function readEnvelope(envelope: Uint8Array) {
  try {
    const parsed = envelopeSchema.safeParse(parseJson(envelope, 'it'))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (error instanceof UnreadableError) throw new ForgedError(error.message)
    throw error
  }
  throw new ForgedError('it is no DSSE envelope')
}

/**
 * Bytes of base64, standard or URL-safe, as DSSE wants both taken. Each has exactly one spelling: what decodes to the
 * same may not be changed either.
 */
function decode(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const standard = bytes.toString('base64')
  if (text === standard || text === standard.replaceAll('+', '-').replaceAll('/', '_')) return bytes
  throw new ForgedError(`its ${what} is no base64 as it is to be`)
}

function holds(message: Buffer, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify(hashOf(key), message, key, signature)
  } catch {
    // OpenSSL throws at a signature that is none of its kind.
    return false
  }
}
