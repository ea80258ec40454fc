import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'

/** A digest as in-toto writes it: the algorithm, and the value in lower-case hex. */
export const sha256Schema = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type Sha256 = z.infer<typeof sha256Schema>

/** The SHA-256 of bytes, or of a text as UTF-8. */
export function digestOf(data: string | Uint8Array): Sha256 {
  return { sha256: createHash('sha256').update(data).digest('hex') }
}

/**
 * The SHA-256 of a JSON value in the canonical form of RFC 8785, so that neither blanks nor the order of keys matter.
 * Lone surrogates, which that form forbids, are escaped as JSON.stringify does.
 * @throws Error where the value is nested some thousand levels deep, or has a number that is none in JSON
 */
export function digestOfJson(value: unknown): Sha256 {
  // Undefined for what JSON has no text for; JSON.parse gives no such thing.
  return digestOf(canonicalize(value) ?? '')
}

/** The content with the digest of all the rest of it. */
export function sealed<Content extends object>(content: Content): Content & { digest: Sha256 } {
  return { ...content, digest: digestOfJson(JSON.parse(JSON.stringify(content))) }
}

/** A JSON object that may have the digest of all the rest of it. */
type Sealed = Readonly<Record<string, unknown>> & { readonly digest?: Sha256 | undefined }

/** Whether a JSON object with a digest still has the content that it had when it was sealed. */
export function isAsSealed({ digest, ...content }: Sealed): boolean {
  try {
    return digest?.sha256 === digestOfJson(content).sha256
  } catch {
    // Nested without end, or a number beyond all numbers: nothing that was ever sealed.
    return false
  }
}
