import { Command } from 'commander'

/** `donation-conformance openapi`. */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the interface as an OpenAPI 3.1 document, for other tools')
    .option('--json', 'on one line, for programs', false)
    .action(async ({ json }: { json: boolean }) => {
      const { openapiDocument } = await import('../contract/index.ts')
      process.stdout.write(`${JSON.stringify(openapiDocument(), null, json ? 0 : 2)}\n`)
    })
}
