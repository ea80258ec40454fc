import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Build } from '../reports/build.ts'
import { CLOCK_SKEW_MS, expiryOf } from './dates.ts'
import { ForgedError, openEnvelope } from './envelope.ts'
import type { Particulars } from './particulars.ts'
import type { Policy } from './policy.ts'
import { impossibleRuns } from './possible-runs.ts'
import { isWhole, shortfalls } from './shortfalls.ts'
import { filesShown, type ShownFile } from './shown-files.ts'
import { readStatement } from './statement.ts'

/** What a certificate is held against. */
export interface Expectations {
  readonly key: KeyObject
  readonly build: Build
  /** The moment for which it is asked. */
  readonly at: Date
  /** Absent: the policy under which it was issued. */
  readonly policy?: Policy
  readonly subject?: string
  /** A directory with the files of its runs. */
  readonly directory?: string
}

/** What a certificate says, if it was signed by the key; what does not hold, a sentence each without a full stop. */
export interface Verification {
  readonly particulars?: Particulars
  readonly problems: readonly string[]
  readonly files?: readonly ShownFile[]
}

/**
 * Says whether a certificate is genuine and within the policy. Nothing that is not signed is believed.
 * @throws UnreadableError where the directory of its files cannot be read
 */
export async function verify(certificate: Uint8Array, expectations: Expectations): Promise<Verification> {
  const { key, directory } = expectations
  let particulars: Particulars
  try {
    particulars = readStatement(openEnvelope(certificate, key))
  } catch (error) {
    if (error instanceof ForgedError) return { problems: [error.message] }
    throw error
  }
  const shown = directory === undefined ? undefined : await filesShown(particulars, directory)
  const problems = [
    ...genuine(particulars, expectations),
    ...dates(particulars, expectations.at),
    ...withinPolicy(particulars, expectations),
    ...(shown?.problems ?? []),
  ]
  return { particulars, problems, ...(shown ? { files: shown.files } : {}) }
}

function genuine(particulars: Particulars, { build, subject }: Expectations): string[] {
  const { runs, requirements } = particulars
  const stale = (['catalogue', 'contract'] as const).filter(
    (what) => particulars.build[what].sha256 !== build[what].sha256,
  )
  const examined = [...new Set(runs.map(({ side }) => side))]
  return [
    ...(particulars.build.name === build.name
      ? []
      : [`it was made by ${particulars.build.name}, and not by ${build.name}`]),
    ...impossibleRuns(particulars),
    ...(subject === undefined || subject === particulars.subject.name
      ? []
      : [`it is of ${particulars.subject.name}, and not of ${subject}`]),
    ...stale.map(
      (what) =>
        `it is of another ${what} than this program's: version ${particulars.build.version} of ${build.name} made it, this is ${build.version}`,
    ),
    ...(stale.length > 0 || isWhole(requirements, examined)
      ? []
      : ['it does not hold each requirement of what was examined once']),
    ...(isDeepStrictEqual(particulars.expires, expiryOf(particulars))
      ? []
      : ['it names another end than its runs and its policy give']),
  ]
}

function dates({ issuedAt, expires, runs }: Particulars, at: Date): string[] {
  const now = at.getTime()
  const issued = Date.parse(issuedAt)
  const ended = Math.max(...runs.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs))
  return [
    ...(issued > now + CLOCK_SKEW_MS
      ? [`it was issued in the future, at ${issuedAt}: a clock is wrong`]
      : []),
    ...(issued < ended - CLOCK_SKEW_MS ? ['it was issued before its runs were over: a clock was wrong'] : []),
    ...(Date.parse(expires.at) < now ? [`it held until ${expires.at}: then ended ${expires.with}`] : []),
  ]
}

/**
 * Its own policy had to be kept when it was issued, and its end tells how long that counts; another policy has to be
 * kept now.
 */
function withinPolicy(particulars: Particulars, { policy, at }: Expectations): string[] {
  const own = shortfalls(particulars, particulars.policy, new Date(particulars.issuedAt))
  if (!policy) return own
  const wanted = shortfalls(particulars, policy, at)
  return [...wanted, ...own.filter((what) => !wanted.includes(what))]
}
