import { expect, test } from 'vitest'
import { readMatrix } from '../../certificate/matrix.ts'
import { proofCases } from '../../proof/cases.ts'
import { judgeCase, type Matrix, matrixOf, type ProofCase } from '../../proof/matrix.ts'
import { matrixJson } from '../../proof/write-matrix.ts'
import { build } from '../../reports/build.ts'
import { digestOf, sealed } from '../../reports/digest.ts'
import { certify, jsonFile, refusals } from './certified.ts'
import { fullRun, reportsOf } from './runs.ts'

const SEED = 5
const cases = proofCases({ seed: SEED, runs: 25, rows: 1 })

/** What comes out where every fault is caught, but for one, and nobody is accused. */
function matrixWith(missed: string, some: readonly ProofCase[] = cases): Matrix {
  return matrixOf(
    some.map((proofCase) => {
      const isCaught = proofCase.kind === 'fault' && !proofCase.faults.includes(missed)
      const flagged = isCaught ? [{ id: proofCase.requirement ?? '', verdict: 'fail' as const, why: '' }] : []
      return judgeCase({ proofCase, flagged, requests: 1, durationMs: 1 })
    }),
  )
}

const whole = matrixJson(matrixWith('token-3-code-never-used-up'), {
  subject: 'service',
  seed: SEED,
  runs: 25,
})
const decide = (text: string) => readMatrix(Buffer.from(text), 'matrix.json', build())

/** Changes a matrix by hand and gives it the digest that it then has. */
function forged(change: (content: Record<string, unknown>) => void): string {
  const { digest: _, ...content } = JSON.parse(whole)
  change(content)
  return JSON.stringify(sealed(content))
}

test('a certificate says how much the suite was proved, and a policy may want so much', async () => {
  const matrix = await jsonFile(whole)
  const faults = cases.filter(({ kind }) => kind === 'fault').length
  const variants = cases.length - faults
  const caught = faults - 1
  expect(decide(whole)).toEqual({
    matrix: { digest: digestOf(whole), seed: SEED, faults, caught, variants, notAccused: variants },
  })
  const made = await certify([await reportsOf(fullRun())], { matrix, policy: { minSensitivity: 0.9 } })
  expect(made).toMatchObject({
    text: expect.stringContaining(
      `${caught} of ${faults} known faults caught and rightly named, ${variants} of ${variants} legal services not accused`,
    ),
  })
  const wanted = { matrix, policy: { minSensitivity: 1 } }
  expect(await refusals([await reportsOf(fullRun())], wanted)).toEqual([
    `${caught} of ${faults} faults of the matrix were caught, and the policy wants a share of 1`,
  ])
  const altered = await jsonFile(whole.replace('"caught"', '"missed"'))
  expect(await refusals([await reportsOf(fullRun())], { matrix: altered })).toContain(
    `${altered}: its content is not that of its digest: it was altered`,
  )
})

test.each([
  [
    'altered',
    () => whole.replace('"caught"', '"missed"'),
    'its content is not that of its digest: it was altered',
  ],
  [
    'of another build',
    () =>
      forged((content) => Object.assign(content, { tool: { ...build(), digest: digestOf('other files') } })),
    'it is of another build',
  ],
  [
    'better than its cases',
    () => forged((content) => Object.assign(content, { sensitivity: 1.1 })),
    'its shares are not those of its cases',
  ],
  [
    'of some faults',
    () =>
      matrixJson(matrixWith('', cases.slice(0, 5)), {
        subject: 'service',
        seed: SEED,
        runs: 25,
        only: ['ENV'],
      }),
    'it is not of every known fault and every service of legal variants',
  ],
  [
    'of some faults, and silent about it',
    () => matrixJson(matrixWith('', cases.slice(1)), { subject: 'service', seed: SEED, runs: 25 }),
    'it is not of every known fault and every service of legal variants',
  ],
  [
    'of faults that were drawn',
    () => matrixJson(matrixWith(''), { subject: 'service', seed: SEED, runs: 25, generated: 200 }),
    'it is not of every known fault and every service of legal variants',
  ],
])('a matrix that is %s is refused', (_, attack, sentence) => {
  expect(decide(attack())).toMatchObject({ refusals: expect.arrayContaining([`matrix.json: ${sentence}`]) })
})
