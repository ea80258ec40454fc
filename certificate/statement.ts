import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { digestOfJson, type Sha256 } from '../reports/digest.ts'
import { ForgedError } from './envelope.ts'
import { type Particulars, particularsSchema } from './particulars.ts'
import { parseAs, parseJson, UnreadableError } from './read-file.ts'

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1'
/** The key of our own in the predicate. A name, not an address: nothing is fetched from it. */
export const PARTICULARS = 'https://donation-conformance.example/certificate/v1'

const statementSchema = z.object({
  _type: z.literal(STATEMENT_TYPE),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.object({ [PARTICULARS]: particularsSchema }),
})

/** What the predicate calls the configuration: everything that the verdicts depend on, by digest. */
function configurationOf({ build, policy, matrices = [] }: Particulars) {
  const named = (name: string, digest: Sha256) => ({ name, digest })
  return [
    named(`${build.name}@${build.version}`, build.digest),
    named('catalogue', build.catalogue),
    named('contract', build.contract),
    named('policy', digestOfJson(policy)),
    ...matrices.map(({ side, digest }) => named(`${side} matrix`, digest)),
  ]
}

/**
 * The in-toto statement (v1, predicate test-result v0.1) that says this. A failed requirement is a failed test, also
 * where the policy waives it: whoever reads no more than the result is not misled.
 */
export function statementOf(particulars: Particulars) {
  const ids = (...wanted: readonly string[]) =>
    particulars.requirements.filter(({ verdict }) => wanted.includes(verdict)).map(({ id }) => id)
  const failedTests = ids('fail', 'error')
  const warnedTests = ids('warn')
  return {
    _type: STATEMENT_TYPE,
    subject: [particulars.subject],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: failedTests.length > 0 ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED',
      configuration: configurationOf(particulars),
      passedTests: ids('pass'),
      warnedTests,
      failedTests,
      [PARTICULARS]: particulars,
    },
  }
}

/**
 * What a signed statement says.
 * @throws ForgedError where it is another statement, or its parts contradict each other
 */
export function readStatement(payload: Uint8Array): Particulars {
  try {
    const json = parseJson(payload, 'its statement')
    const { predicate } = parseAs(statementSchema, json, 'its statement', 'certificate of this suite')
    const particulars = predicate[PARTICULARS]
    if (!isDeepStrictEqual(json, JSON.parse(JSON.stringify(statementOf(particulars)))))
      throw new ForgedError('its statement says one thing in its summary and another in its particulars')
    return particulars
  } catch (error) {
    if (error instanceof UnreadableError) throw new ForgedError(error.message)
    throw error
  }
}
