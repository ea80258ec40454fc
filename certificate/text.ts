import { oneLine } from '../reports/text.ts'
import { type Fact, factsOf, fingerprintOf } from './facts.ts'
import type { Verification } from './verification.ts'

/** A line for whoever decides; some reasons are long. */
const MAX_LINE = 400

/** What a certificate says and what of it does not hold, as text. */
export function verificationText(
  { particulars, problems, files = [] }: Verification,
  certificate: Uint8Array,
  keyId: string,
): string {
  const facts: Fact[] = [
    ...(particulars ? factsOf(particulars, keyId) : []),
    { term: 'Fingerprint', lines: [fingerprintOf(certificate)] },
    ...(files.length > 0
      ? [
          {
            term: 'Files',
            lines: files.map(({ name, isShown }) => `${name}: ${isShown ? 'as certified' : 'not shown'}`),
          },
        ]
      : []),
  ]
  const verdict =
    problems.length === 0
      ? 'The certificate is valid.'
      : ['The certificate is not valid:', ...problems.map((what) => `  ${oneLine(what, MAX_LINE)}.`)].join(
          '\n',
        )
  return `${factsText(facts)}\n${verdict}\n`
}

function factsText(facts: readonly Fact[]): string {
  const width = Math.max(...facts.map(({ term }) => term.length)) + 2
  return facts
    .flatMap(({ term, lines }) =>
      lines.map((line, index) => `${(index === 0 ? term : '').padEnd(width)}${oneLine(line, MAX_LINE)}\n`),
    )
    .join('')
}
