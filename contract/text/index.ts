import { isRequirementId } from '../catalogue/index.ts'
import { authentication } from './authentication.ts'
import { donations } from './donations.ts'
import { endpoints } from './endpoints.ts'
import { type Section, type Sentence, untestedKinds } from './sentence.ts'
import { service } from './service.ts'
import { tokens } from './tokens.ts'

export type { CitedId, Section, Sentence, Untested } from './sentence.ts'

/** The whole contract, section by section and sentence by sentence, in our own words. */
export const contractText: readonly Section[] = [
  ...service,
  ...tokens,
  ...donations,
  ...endpoints,
  ...authentication,
]

/** A sentence with its number, such as `5.14`. */
export type NumberedSentence = Sentence & { readonly number: string }

/** A section with its number, and its sentences with theirs. */
export interface NumberedSection {
  readonly number: number
  readonly title: string
  readonly sentences: readonly NumberedSentence[]
}

/** The contract with the numbers by which reports name its sentences. */
export const numberedContract: readonly NumberedSection[] = contractText.map(
  ({ title, sentences }, section) => ({
    number: section + 1,
    title,
    sentences: sentences.map((sentence, index) => ({ ...sentence, number: `${section + 1}.${index + 1}` })),
  }),
)

/** The numbers of the sentences that a requirement tests, in order. */
export function sentencesOf(id: string): readonly string[] {
  const all = numberedContract.flatMap(({ sentences }) => sentences)
  return all.filter(({ tested }) => tested?.some((one) => one === id)).map(({ number }) => number)
}

/** What becomes of a sentence: tests of the service decide it, wholly or in part; or none does, and why. */
export const treatments = ['tested', 'tested in part', ...untestedKinds] as const
/** One of `treatments`. */
export type Treatment = (typeof treatments)[number]

/** What becomes of a sentence. One that only requirements of partners cite is the partner's side. */
export function treatmentOf({ tested, untested }: Sentence): Treatment {
  if (tested?.some(isRequirementId)) return untested ? 'tested in part' : 'tested'
  return untested && !tested ? untested.kind : "the partner's side"
}

/** How many sentences of the contract there are of each treatment. */
export function countTreatments(): ReadonlyMap<Treatment, number> {
  const all = contractText.flatMap(({ sentences }) => sentences.map(treatmentOf))
  return new Map(treatments.map((treatment) => [treatment, all.filter((one) => one === treatment).length]))
}
