import { isDeepStrictEqual } from 'node:util'
import type { Verdict } from '../contract/verdict.ts'
import type { Build } from '../reports/build.ts'
import { digestOfJson } from '../reports/digest.ts'
import { alterations } from './alterations.ts'
import { expiryOf } from './dates.ts'
import type { RecordBundle } from './evidence.ts'
import type { CertifiedMatrix, CertifiedRequirement, CertifiedRun, Particulars } from './particulars.ts'
import { type Policy, sides } from './policy.ts'
import { requirementsOfSides, shortfalls } from './shortfalls.ts'

/** All that a certificate is made from. */
interface CertificateInput {
  readonly evidence: readonly RecordBundle[]
  readonly subject: string
  /** By algorithm; absent: of what the records say was tested. */
  readonly subjectDigest?: Readonly<Record<string, string>>
  readonly matrices: readonly CertifiedMatrix[]
  readonly policy: Policy
  readonly build: Build
  readonly now: Date
}

/** What a certificate is to say, or why there is none: a sentence each, without a full stop. */
type CertificateDecision = { readonly particulars: Particulars } | { readonly refusals: readonly string[] }

/** Decides whether runs are certified. */
export function decideCertificate(application: CertificateInput): CertificateDecision {
  const { evidence, policy, now } = application
  const particulars = particularsOf(application)
  const unfit = [
    ...evidence.flatMap((one) => alterations(one, application.build).map((what) => `${one.name}: ${what}`)),
    ...givenTwice(evidence),
  ]
  // What an unfit record says is not worth holding against a policy.
  const refusals = unfit.length > 0 ? unfit : shortfalls(particulars, policy, now)
  return refusals.length > 0 ? { refusals } : { particulars }
}

function givenTwice(evidence: readonly RecordBundle[]): string[] {
  return evidence.flatMap(({ name, files }, index) => {
    const first = evidence
      .slice(0, index)
      .find((other) => isDeepStrictEqual(other.files[0]?.digest, files[0]?.digest))
    return first ? [`${name}: it is the same record as ${first.name}`] : []
  })
}

function particularsOf({
  evidence,
  subject,
  subjectDigest,
  matrices,
  policy,
  build,
  now,
}: CertificateInput): Particulars {
  const runs = evidence.map(certifiedRun)
  const targets = runs.map(({ target }) => target)
  const [target] = targets
  const same = targets.every((other) => isDeepStrictEqual(other, target))
  const requirements = certifiedRequirements(evidence)
  return {
    schema: 1,
    subject: { name: subject, digest: { ...(subjectDigest ?? digestOfJson(same ? target : targets)) } },
    issuedAt: now.toISOString(),
    expires: expiryOf({ runs, requirements, policy }),
    build,
    runs,
    requirements,
    policy,
    ...(matrices.length > 0 ? { matrices: [...matrices] } : {}),
  }
}

/** What a certificate says of one run. */
export function certifiedRun({ record, files }: Pick<RecordBundle, 'record' | 'files'>): CertifiedRun {
  const { startedAt, durationMs, seed, runs, requests, strict } = record.run
  return {
    side: record.subject ?? 'service',
    target: record.target,
    ...{ startedAt, durationMs, seed, runs, requests, strict },
    files: files.map(({ name, digest }) => ({ name, digest })),
  }
}

/** The gravest first. A requirement that one run decided and another could not is decided. */
const GRAVITY: readonly Verdict[] = [
  'fail',
  'error',
  'warn',
  'pass',
  'observed',
  'inconclusive',
  'not-applicable',
]

/** Each requirement of the sides that were examined, with the gravest verdict that a run gave it. */
export function certifiedRequirements(
  evidence: readonly Pick<RecordBundle, 'record'>[],
): CertifiedRequirement[] {
  const examined = sides.filter((side) =>
    evidence.some(({ record }) => (record.subject ?? 'service') === side),
  )
  return requirementsOfSides(examined).flatMap(({ id, level }) => {
    const given = evidence.flatMap(({ record }) => record.requirements.filter((one) => one.id === id))
    const [gravest] = given.toSorted((a, b) => GRAVITY.indexOf(a.verdict) - GRAVITY.indexOf(b.verdict))
    if (!gravest) return []
    const { verdict, reason } = gravest
    return [{ id, level, verdict, ...(reason === undefined ? {} : { reason }) }]
  })
}
