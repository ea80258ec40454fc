import { expect, test } from 'vitest'
import { readMatrix } from '../../certificate/matrix.ts'
import { proofCases } from '../../proof/cases.ts'
import { judgeCase, type Matrix, matrixOf, type ProofCase } from '../../proof/matrix.ts'
import { partnerCases } from '../../proof/partner/cases.ts'
import { matrixJson } from '../../proof/write-matrix.ts'
import { build } from '../../reports/build.ts'
import { digestOf, sealed } from '../../reports/digest.ts'
import { certify, jsonFile, problemsOf, refusals } from './certified.ts'
import { fullRun, partnerRecord, reportsOf } from './runs.ts'

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
  expect(await decide(whole)).toEqual({
    matrix: {
      ...{ side: 'service', digest: digestOf(whole), seed: SEED },
      ...{ faults, caught, variants, notAccused: variants },
    },
  })
  const made = await certify([await reportsOf(fullRun())], {
    matrices: [matrix],
    policy: { minSensitivity: 0.9 },
  })
  expect(made).toMatchObject({
    text: expect.stringContaining(
      `${caught} of ${faults} known faults caught and rightly named, ${variants} of ${variants} legal services not accused`,
    ),
  })
  const wanted = { matrices: [matrix], policy: { minSensitivity: 1 } }
  expect(await refusals([await reportsOf(fullRun())], wanted)).toEqual([
    `${caught} of ${faults} faults of services were caught in the matrix, and the policy wants a share of 1`,
  ])
  // Half a fault is missing.
  const nearly = { matrices: [matrix], policy: { minSensitivity: (caught + 0.5) / faults } }
  expect(await refusals([await reportsOf(fullRun())], nearly)).toHaveLength(1)
  const altered = await jsonFile(whole.replace('"caught"', '"missed"'))
  expect(await refusals([await reportsOf(fullRun())], { matrices: [altered] })).toContain(
    `${altered}: its content is not that of its digest: it was altered`,
  )
})

const applications = partnerCases({ seed: SEED, runs: 25 })
const wholeOfPartner = matrixJson(matrixWith('', applications), { subject: 'partner', seed: SEED, runs: 25 })
const bothSides = async () => [await reportsOf(fullRun()), await partnerRecord()]

test('of both sides, each has a matrix of its own', async () => {
  const matrices = [await jsonFile(whole), await jsonFile(wholeOfPartner)]
  const policy = { minSensitivity: 0.9, minSpecificity: 1 }
  const made = await certify(await bothSides(), { matrices, policy })
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  expect(await problemsOf(made.certificate)).toEqual([])
  const faults = applications.filter(({ kind }) => kind === 'fault').length
  const variants = applications.length - faults
  expect(made.text).toContain(
    `${faults} of ${faults} known faults caught and rightly named, ${variants} of ${variants} legal applications not accused`,
  )
  const { payload } = JSON.parse(made.certificate)
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString())
  expect(predicate.configuration).toEqual(
    expect.arrayContaining([
      { name: 'service matrix', digest: digestOf(whole) },
      { name: 'partner matrix', digest: digestOf(wholeOfPartner) },
    ]),
  )
})

test('a side without a matrix is named, and a policy that wants matrices wants one of each side', async () => {
  const matrices = [await jsonFile(whole)]
  expect(await certify(await bothSides(), { matrices })).toMatchObject({
    text: expect.stringContaining("nothing that was shown, of the partner's side: no matrix of it was given"),
  })
  expect(await refusals(await bothSides(), { matrices, policy: { minSpecificity: 1 } })).toEqual([
    "there is no matrix of faults and variants of the partner's side, and the policy wants one",
  ])
})

test('a matrix of a side of which there is no run, and two of one side, are refused', async () => {
  const records = [await reportsOf(fullRun())]
  const matrices = [await jsonFile(whole), await jsonFile(wholeOfPartner)]
  expect(await refusals(records, { matrices })).toEqual([
    "there is a matrix of the partner's side, and no run of it",
  ])
  expect(await refusals(records, { matrices: [await jsonFile(whole), await jsonFile(whole)] })).toEqual([
    "there are 2 matrices of the service's side, where one counts",
  ])
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
    'it is not of every known fault and every subject of legal variants',
  ],
  [
    'of some faults, and silent about it',
    () => matrixJson(matrixWith('', cases.slice(1)), { subject: 'service', seed: SEED, runs: 25 }),
    'it is not of every known fault and every subject of legal variants',
  ],
  [
    'of one shard of two',
    () =>
      matrixJson(matrixWith('', cases.slice(1)), {
        ...{ subject: 'service', seed: SEED, runs: 25 },
        shard: { index: 1, of: 2 },
      }),
    'it is not of every known fault and every subject of legal variants',
  ],
  [
    'of the faults of the other side',
    () => matrixJson(matrixWith(''), { subject: 'partner', seed: SEED, runs: 25 }),
    'it is not of every known fault and every subject of legal variants',
  ],
  [
    'of faults that were drawn',
    () => matrixJson(matrixWith(''), { subject: 'service', seed: SEED, runs: 25, generated: 200 }),
    'it is not of every known fault and every subject of legal variants',
  ],
])('a matrix that is %s is refused', async (_, attack, sentence) => {
  expect(await decide(attack())).toMatchObject({
    refusals: expect.arrayContaining([`matrix.json: ${sentence}`]),
  })
})
