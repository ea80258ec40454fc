import type { CertifiedMatrix, Particulars } from './particulars.ts'
import { type Policy, sides } from './policy.ts'

/** Where the matrices fall short of a policy. There may be one for each side that was examined. */
export function matrixShortfalls(
  { runs, matrices = [] }: Pick<Particulars, 'runs' | 'matrices'>,
  policy: Policy,
): string[] {
  const isWanted = policy.minSensitivity !== undefined || policy.minSpecificity !== undefined
  return sides.flatMap((side) => {
    const isExamined = runs.some((run) => run.side === side)
    const own = matrices.filter((matrix) => matrix.side === side)
    return [
      ...(own.length > 1 ? [`there are ${own.length} matrices of the ${side}'s side, where one counts`] : []),
      ...(own.length > 0 && !isExamined ? [`there is a matrix of the ${side}'s side, and no run of it`] : []),
      ...(own.length === 0 && isExamined && isWanted
        ? [`there is no matrix of faults and variants of the ${side}'s side, and the policy wants one`]
        : []),
      ...own.flatMap((matrix) => scoreShortfalls(matrix, policy)),
    ]
  })
}

function scoreShortfalls(
  { side, faults, caught, variants, notAccused }: CertifiedMatrix,
  { minSensitivity = 0, minSpecificity = 0 }: Policy,
): string[] {
  const subjects = side === 'service' ? 'services' : 'applications'
  if (faults === 0 || variants === 0 || caught > faults || notAccused > variants)
    return [
      `the matrix of the ${side}'s side counts ${caught} of ${faults} faults and ${notAccused} of ${variants} variants, which no matrix does`,
    ]
  return [
    ...(caught < minSensitivity * faults
      ? [
          `${caught} of ${faults} faults of ${subjects} were caught in the matrix, and the policy wants a share of ${minSensitivity}`,
        ]
      : []),
    ...(notAccused < minSpecificity * variants
      ? [
          `${notAccused} of ${variants} legal ${subjects} were not accused in the matrix, and the policy wants a share of ${minSpecificity}`,
        ]
      : []),
  ]
}
