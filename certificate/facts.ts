import { digestOf } from '../reports/digest.ts'
import { groupBy } from '../reports/summary.ts'
import { count, duration } from '../reports/text.ts'
import { excuseOf } from './dates.ts'
import type { CertifiedMatrix, CertifiedRequirement, CertifiedRun, Particulars } from './particulars.ts'
import { sides } from './policy.ts'

/** One thing that whoever decides has to know: a word for it, and lines. */
export interface Fact {
  readonly term: string
  readonly lines: readonly string[]
}

/** A SHA-256 in groups of four, to be read aloud. */
function readable(hex: string): string {
  return hex.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** What `sha256sum` prints for the certificate's file, in groups of four. */
export function fingerprintOf(certificate: string | Uint8Array): string {
  return readable(digestOf(certificate).sha256)
}

const minute = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`

/** The result in one sentence. */
export function resultSentence({ requirements, runs }: Particulars): string {
  const sides = runs.map(({ side }) => (side === 'service' ? 'The service' : "The partner's application"))
  const counted = (verdict: CertifiedRequirement['verdict']) => having(requirements, verdict).length
  const parts = [
    `kept ${count(counted('pass'), 'requirement')}`,
    ...(counted('fail') > 0 ? [`broke ${counted('fail')} that the policy waives`] : []),
    ...(counted('warn') > 0 ? [`broke ${count(counted('warn'), 'recommendation')}`] : []),
    ...(counted('inconclusive') > 0 ? [`left ${counted('inconclusive')} undecided`] : []),
  ]
  const last = parts.length > 1 ? ` and ${parts.pop()}` : ''
  return `${[...new Set(sides)].join(' and ').replace(' and The', ' and the')} ${parts.join(', ')}${last}.`
}

function having(requirements: readonly CertifiedRequirement[], verdict: CertifiedRequirement['verdict']) {
  return requirements.filter((one) => one.verdict === verdict)
}

/** All that a certificate says, for a person: what, when, by whom, what is missing, until when. */
export function factsOf(particulars: Particulars, keyId: string): Fact[] {
  const { subject, runs, issuedAt, expires, build, requirements } = particulars
  const digests = Object.entries(subject.digest).map(([algorithm, hex]) => `${algorithm}:${hex}`)
  const from = build.commit === undefined ? '' : `, commit ${build.commit}`
  return [
    { term: 'Subject', lines: [subject.name, ...digests] },
    { term: 'Tested', lines: [...new Set(runs.flatMap(placeOf))] },
    { term: 'When', lines: runs.map(momentOf) },
    {
      term: 'By',
      lines: [
        `${build.name} ${build.version}${from}`,
        `build ${build.digest.sha256}`,
        `signed with the key ${keyId}`,
      ],
    },
    { term: 'Result', lines: [resultSentence(particulars)] },
    ...listed('Waived', having(requirements, 'fail'), (one) => {
      const excuse = excuseOf(one, particulars.policy)
      return excuse ? `until ${excuse.expires}: ${excuse.reason}` : 'by no waiver'
    }),
    ...listed('Recommendations broken', having(requirements, 'warn'), ({ level }) => level),
    ...undecidedOf(particulars),
    ...listed(
      'Not applicable',
      having(requirements, 'not-applicable'),
      ({ reason }) => reason ?? 'no reason is given',
    ),
    {
      term: 'Rests on',
      lines: [...new Set(runs.map(({ files }) => files.map(({ name }) => name).join(', ')))],
    },
    { term: 'Suite proved by', lines: proofsOf(particulars) },
    { term: 'Issued', lines: [minute(issuedAt)] },
    { term: 'Holds until', lines: [`${minute(expires.at)}; then ends ${expires.with}`] },
  ]
}

/** What is missing has a place of its own, also where nothing is. */
function undecidedOf({ requirements, policy }: Particulars): Fact[] {
  const open = having(requirements, 'inconclusive')
  if (open.length === 0) return [{ term: 'Undecided', lines: ['nothing: each requirement was decided'] }]
  return listed('Undecided', open, (one) => {
    const excuse = excuseOf(one, policy)
    const allowed = excuse ? `allowed until ${excuse.expires} (${excuse.reason}): ` : ''
    return `${allowed}${one.reason ?? 'no reason is given'}`
  })
}

function placeOf({ side, target }: CertifiedRun): string[] {
  if (side === 'partner')
    return [`the partner's application at ${target.appUrl ?? 'an address that is not told'}`]
  if (target.kind === 'mock') return ['the reference service that is part of the suite, and no other']
  const client = target.clientId === undefined ? '' : `, client ${target.clientId}`
  return [`the service (${target.kind}): API ${target.apiUrl}`, `authorization ${target.authUrl}${client}`]
}

function momentOf({ startedAt, durationMs, seed, runs, requests, strict }: CertifiedRun): string {
  const how = [
    `seed ${seed}`,
    `${count(runs, 'case')} a property`,
    count(requests, 'request'),
    ...(strict ? ['strict'] : []),
  ]
  return `${minute(startedAt)}, ${duration(durationMs)}: ${how.join(', ')}`
}

/** A line for each side that was examined, also where no matrix was given of it. */
function proofsOf({ runs, matrices }: Particulars): string[] {
  if (!matrices) return ['nothing that was shown: no matrix of faults was given']
  const unproved = sides.filter(
    (one) => runs.some(({ side }) => side === one) && !matrices.some(({ side }) => side === one),
  )
  return [
    ...matrices.map(proofOf),
    ...unproved.map((side) => `nothing that was shown, of the ${side}'s side: no matrix of it was given`),
  ]
}

function proofOf({ side, faults, caught, variants, notAccused, seed }: CertifiedMatrix): string {
  const subjects = side === 'service' ? 'services' : 'applications'
  return `${caught} of ${faults} known faults caught and rightly named, ${notAccused} of ${variants} legal ${subjects} not accused (this build, seed ${seed})`
}

/** Requirements by what is said of them, in one line where it is the same; nothing where there are none. */
function listed(
  term: string,
  some: readonly CertifiedRequirement[],
  sayOf: (one: CertifiedRequirement) => string,
): Fact[] {
  if (some.length === 0) return []
  const lines = [...groupBy(some, sayOf)].map(
    ([said, all]) => `${all.map(({ id }) => id).join(', ')}: ${said}`,
  )
  return [{ term, lines }]
}
