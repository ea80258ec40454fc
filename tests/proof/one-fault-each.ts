import { partnerRequirements } from '../../contract/index.ts'
import { faults as partnerFaults } from '../../examples/partner/faults/index.ts'
import { faults } from '../../mock/faults/index.ts'
import { type Effort, proofCases } from '../../proof/cases.ts'
import type { ProofCase } from '../../proof/matrix.ts'
import { partnerCases } from '../../proof/partner/cases.ts'

/** One fault for each requirement, looked for by its own tests first: the fewest that still prove every check. */
export function oneFaultEach(effort: Effort): ProofCase[] {
  const { seed, runs } = effort
  const proofs = new Map(faults.toReversed().map(({ requirement, id }) => [requirement, id]))
  return proofCases(effort, [...proofs.values()]).map((one) => ({
    ...one,
    attempts: [{ seed, runs, only: onlyOf(one) }, ...one.attempts],
  }))
}

/** The first fault of each requirement of the partner's side, in the order of the catalogue, tried by that alone. */
export function oneFaultOfEach(effort: Pick<Effort, 'seed' | 'runs'>): ProofCase[] {
  return partnerRequirements.flatMap(({ id }) => {
    const first = partnerFaults.find(({ requirement }) => requirement === id)
    const cases = first ? partnerCases(effort, [first.id]) : []
    return cases.map((one) => ({ ...one, attempts: [{ ...effort, only: onlyOf(one) }] }))
  })
}

function onlyOf({ requirement }: ProofCase) {
  return requirement === undefined ? [] : [requirement]
}
