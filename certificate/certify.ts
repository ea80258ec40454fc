import { createPublicKey } from 'node:crypto'
import { build } from '../reports/build.ts'
import { visible } from '../reports/text.ts'
import { decideCertificate } from './decision.ts'
import { signEnvelope } from './envelope.ts'
import { readEvidence } from './evidence.ts'
import { keyIdOf, readSigningKey } from './keys.ts'
import { readMatrix } from './matrix.ts'
import { certificatePage } from './page.ts'
import { digestSetSchema, particularsSchema } from './particulars.ts'
import { defaultPolicy, type Policy, policySchema } from './policy.ts'
import { LIMITS, parseAs, parseJson, readBounded } from './read-file.ts'
import { statementOf } from './statement.ts'
import { verificationText } from './text.ts'
import { verify } from './verification.ts'

/** What a certificate is asked for. Paths, but for the key, which `env://NAME` may name too. */
export interface CertificateRequest {
  readonly records: readonly string[]
  readonly key: string
  readonly subject: string
  readonly subjectDigest?: Readonly<Record<string, string>>
  /** What `faults` wrote, one for each side. */
  readonly matrices?: readonly string[]
  readonly policy?: string
}

/** A certificate: the signed envelope, its page, and what it says as text; or why there is none. */
type Certified =
  | { readonly certificate: string; readonly page: string; readonly text: string }
  | { readonly refusals: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Makes a certificate of records, unless something speaks against it.
 * @throws UnreadableError where a file cannot be read as what it is to be
 */
export async function certificateFor(
  { records, key: source, subject, subjectDigest, matrices = [], policy: policyPath }: CertificateRequest,
  environment: Environment,
  now: Date,
): Promise<Certified> {
  const key = await readSigningKey(source, environment)
  if (subjectDigest) parseAs(digestSetSchema, subjectDigest, '--subject-digest', 'digest')
  const policy = await readPolicy(policyPath)
  const evidence = await Promise.all(records.map(readEvidence))
  const proofs = await Promise.all(
    matrices.map(async (path) =>
      readMatrix(await readBounded(path, LIMITS.evidence), visible(path), build()),
    ),
  )
  const decision = decideCertificate({
    ...{ evidence, subject, policy, now, build: build() },
    matrices: proofs.flatMap((proof) => ('matrix' in proof ? proof.matrix : [])),
    ...(subjectDigest ? { subjectDigest } : {}),
  })
  const refusals = [...proofs, decision].flatMap((one) => ('refusals' in one ? one.refusals : []))
  if (!('particulars' in decision) || refusals.length > 0) return { refusals }
  const particulars = parseAs(particularsSchema, decision.particulars, 'what was asked for', 'certificate')
  const certificate = signEnvelope(JSON.stringify(statementOf(particulars)), key)
  const keyId = keyIdOf(key)
  // Nothing is handed out that would not be accepted.
  const bytes = Buffer.from(certificate)
  const verification = await verify(bytes, { key: createPublicKey(key), build: build(), at: now })
  if (verification.problems.length > 0) return { refusals: verification.problems }
  return {
    certificate,
    page: certificatePage(particulars, certificate, keyId),
    text: verificationText(verification, bytes, keyId),
  }
}

/**
 * Reads a policy; the default one where none is named.
 * @throws UnreadableError where it is none, such as where it names an unknown requirement
 */
export async function readPolicy(path: string | undefined): Promise<Policy> {
  if (path === undefined) return defaultPolicy
  const name = visible(path)
  return parseAs(policySchema, parseJson(await readBounded(path, LIMITS.policy), name), name, 'policy')
}
