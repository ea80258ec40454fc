import type { TargetConfig } from '../../../../client/environment/config.ts'
import { type Context, inParts } from '../../../../harness/authoring/index.ts'
import { FOREIGN_MEMBERS } from '../../../axes/foreign-members.ts'
import { OTHER_OWNERS } from '../../../axes/holders.ts'
import { methodOf } from '../../../axes/methods.ts'
import { type StepKind, sequencesOfWords } from '../../../axes/steps.ts'
import type { KINDS } from '../../../support/donations.ts'
import { refusalsFor } from '../../../support/refused-updates.ts'
import { type Move, movesAfterRefusals, movesOf } from './moves.ts'

type Kind = (typeof KINDS)[number]

/** Updates of one donation in their order, by the name of the sequence. */
export type Sequences = Readonly<Record<string, readonly Move[]>>

/** The donation of a sequence, and another one where two are known. */
export type SequenceDonations = readonly [donation: string, companion: string | undefined]

/** Sequences that hold every word of three kinds of step, and every one of two. */
const WORDS_OF_THREE = sequencesOfWords(3, 12)
const WORDS_OF_TWO = sequencesOfWords(2, 3)

/** Whose tokens sequences are sent with, in turn; the suite's own first. */
const HOLDERS = [undefined, ...Object.values(OTHER_OWNERS)]

/** Every word of three kinds of step. */
export function wordsOfThree(target: TargetConfig): Sequences {
  return movesFor(target, WORDS_OF_THREE, 'other')
}

/** Every word of two kinds of step, of a pledged donation. */
export function wordsOfTwoPledged(target: TargetConfig): Sequences {
  return movesFor(target, WORDS_OF_TWO, 'pledged')
}

/** A donation for a sequence, and another one where two are known. */
export async function sequenceDonations(context: Context, kind: Kind): Promise<SequenceDonations> {
  const { pledgedDonationIds: pledged, nonPledgedDonationIds: others } = context.target
  const known = context.requireKind(kind)
  if (pledged.length + others.length < 2) return [await context.donation(known), undefined]
  return context.donations(known, 'any')
}

/** How many steps of one kind are tried on one donation, one after the other. */
const STEPS_OF_ONE_KIND = 4

/** What comes after each refusal, by a few reasons at a time. */
export function afterRefusals(target: TargetConfig, kind: Kind): Sequences {
  const isPledged = kind === 'pledged'
  const reasons = Object.entries(refusalsFor(target, isPledged))
  const { designationIds } = target
  return Object.fromEntries(
    inParts(reasons, STEPS_OF_ONE_KIND).map((part, index) => {
      const refusals = part.map(([, reason]) => reason)
      const number = index + 1 + (isPledged ? 170 : 120)
      const holder = HOLDERS[index % HOLDERS.length]
      const moves = movesAfterRefusals({ number, isPledged, designationIds, refusals, holder })
      return [part.map(([name]) => name).join(', '), moves]
    }),
  )
}

/** Each member that is not ours beside one that is, a few on one donation: each next update shows what is there. */
export function besideForeign(target: TargetConfig, kind: Kind): Sequences {
  const [designation_id = null] = target.designationIds
  const members = Object.entries(FOREIGN_MEMBERS).filter((_, index) => kind === 'other' || index % 2 === 0)
  return Object.fromEntries(
    inParts(members, STEPS_OF_ONE_KIND).map((part) => [
      part.map(([name]) => name).join(', '),
      [
        ...part.map(
          ([, foreign], index): Move => ({
            ...{ kind: 'one field', by: methodOf(index), foreign },
            body: { memo: `thank you ${index}`, designation_id },
          }),
        ),
        { kind: 'an empty update', by: 'PATCH', body: {} },
      ],
    ]),
  )
}

/** Each sequence with the updates that it consists of, for a donation of this kind. */
function movesFor(target: TargetConfig, sequences: readonly (readonly StepKind[])[], kind: Kind): Sequences {
  const isPledged = kind === 'pledged'
  const refusals = Object.values(refusalsFor(target, isPledged))
  const { designationIds } = target
  const came = new Map<StepKind, number>()
  return Object.fromEntries(
    sequences.map((kinds, index) => {
      const number = index + 1 + (isPledged ? 50 : 0)
      const holder = HOLDERS[index % HOLDERS.length]
      return [
        `sequence ${index + 1}`,
        movesOf(kinds, { number, isPledged, designationIds, refusals, holder, came }),
      ]
    }),
  )
}
