import { Command } from 'commander'
import { catalogue, families } from '../contract/catalogue/index.ts'
import { keysFor } from '../target/needs.ts'

/** `donation-conformance requirements`. */
export function requirementsCommand(): Command {
  return new Command('requirements')
    .description('print the catalogue: what the contract wants, of whom, and what decides it')
    .option('--json', 'as JSON', false)
    .action(({ json }: { json: boolean }) => {
      process.stdout.write(json ? `${JSON.stringify(catalogue, null, 2)}\n` : catalogueText())
    })
}

function catalogueText(): string {
  return families
    .map(({ name, title, requirements }) => {
      const lines = requirements.map(({ id, level, title: statement, source, needs }) => {
        const keys = [...new Set(needs.flatMap((need) => keysFor(need)))]
        return [
          `${id.padEnd(15)}${level.padEnd(8)}${statement}`,
          `${' '.repeat(23)}${source}`,
          ...(keys.length ? [`${' '.repeat(23)}decided with ${keys.join(', ')}`] : []),
        ].join('\n')
      })
      return `${name}: ${title}\n${lines.join('\n')}\n`
    })
    .join('\n')
}
