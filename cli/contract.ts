import { Command } from 'commander'
import {
  contractText,
  countTreatments,
  type NumberedSentence,
  numberedContract,
  treatmentOf,
} from '../contract/text/index.ts'
import { wrap } from '../reports/text.ts'

const WIDTH = 100
const MARGIN = 6

/** `donation-conformance contract`. */
export function contractCommand(): Command {
  return new Command('contract')
    .description('print the contract sentence by sentence, each with a number')
    .option('--coverage', 'name the requirements that test each sentence, or why none does', false)
    .option('--json', 'as JSON, with what tests each sentence', false)
    .action(({ coverage, json }: { coverage: boolean; json: boolean }) => {
      process.stdout.write(json ? contractJson() : `${[...textOf(coverage)].join('\n')}\n`)
    })
}

function contractJson(): string {
  const withTreatment = numberedContract.map(({ sentences, ...section }) => ({
    ...section,
    sentences: sentences.map((sentence) => ({ ...sentence, treatment: treatmentOf(sentence) })),
  }))
  return `${JSON.stringify(withTreatment, null, 2)}\n`
}

function* textOf(coverage: boolean): Generator<string> {
  const indented = (text: string) => wrap(text, WIDTH - MARGIN).map((line) => ' '.repeat(MARGIN) + line)
  for (const { number, title, sentences } of numberedContract) {
    yield `${number}. ${title}`
    for (const sentence of sentences) {
      const [first = '', ...others] = indented(sentence.says)
      yield sentence.number.padEnd(MARGIN) + first.slice(MARGIN)
      yield* others
      if (coverage) yield* indented(coverageOf(sentence))
    }
    yield ''
  }
  if (coverage) yield* countsText()
}

/** What tests a sentence, and why it is not tested, or not wholly. */
function coverageOf(sentence: NumberedSentence): string {
  const { tested, untested } = sentence
  const why = untested && `${untested.kind}: ${untested.because}`
  return `-> ${[tested?.join(' '), why].filter(Boolean).join('; ')}`
}

function* countsText(): Generator<string> {
  const all = contractText.flatMap(({ sentences }) => sentences).length
  yield `${all} sentences:`
  for (const [treatment, count] of countTreatments()) yield `${String(count).padStart(5)} ${treatment}`
}
