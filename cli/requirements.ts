import { Command } from 'commander'
import { keysFor } from '../client/environment/needs.ts'
import { catalogue, families } from '../contract/catalogue/index.ts'

/** What looks at a requirement: the tests by name, and a rule over all traffic where there is one. */
type Coverage = (id: string) => readonly string[]

/** `donation-conformance requirements`. */
export function requirementsCommand(): Command {
  return new Command('requirements')
    .description('print the catalogue: what the contract wants, of whom, what decides it and what covers it')
    .option('--json', 'as JSON', false)
    .option('--coverage', 'print along which axes each is tried, and with which values', false)
    .action(async ({ json, coverage: axes }: { json: boolean; coverage: boolean }) => {
      if (axes) {
        const covered = await readAxes()
        process.stdout.write(json ? `${JSON.stringify(covered, null, 2)}\n` : axesText(covered))
        return
      }
      const coverage = await readCoverage()
      const covered = catalogue.map((requirement) => ({
        ...requirement,
        coveredBy: coverage(requirement.id),
      }))
      process.stdout.write(json ? `${JSON.stringify(covered, null, 2)}\n` : catalogueText(coverage))
    })
}

/** Computed from what is declared, so that it cannot say more than there is. */
async function readCoverage(): Promise<Coverage> {
  const [{ testName }, { runRules }, { suites }, { examinedRequirements }] = await Promise.all([
    import('../harness/authoring/requirement.ts'),
    import('../harness/rules/live.ts'),
    import('../suites/index.ts'),
    import('../partner/index.ts'),
  ])
  const tested = suites.flatMap(({ requirements }) => requirements)
  const named = [...tested, ...examinedRequirements].map(({ id, tests }) => ({
    id: String(id),
    names: tests.map((test) => testName(id, test)),
  }))
  return (id) => [
    ...named.filter((one) => one.id === id).flatMap(({ names }) => names),
    ...runRules.filter((rule) => rule.id === id).map(() => 'a rule over all traffic'),
  ]
}

function catalogueText(coverage: Coverage): string {
  const indent = ' '.repeat(23)
  return families
    .map(({ name, title, requirements }) => {
      const lines = requirements.map(({ id, level, title: statement, source, needs }) => {
        const keys = [...new Set(needs.flatMap((need) => keysFor(need)))]
        const covering = coverage(id)
        return [
          `${id.padEnd(15)}${level.padEnd(8)}${statement}`,
          `${indent}${source}`,
          ...(keys.length ? [`${indent}decided with ${keys.join(', ')}`] : []),
          ...(covering.length ? [`${indent}covered by ${covering.join('; ')}`] : []),
        ].join('\n')
      })
      return `${name}: ${title}\n${lines.join('\n')}\n`
    })
    .join('\n')
}

/** The axes of one test, with the names of their values. */
interface TestAxes {
  readonly test: string
  readonly axes: Readonly<Record<string, readonly string[]>>
}

/** Some axes depend on the target: what is known of the embedded service stands for it here. */
async function readAxes(): Promise<readonly TestAxes[]> {
  const [{ testName }, { openMock }, { suites }] = await Promise.all([
    import('../harness/authoring/requirement.ts'),
    import('../harness/session/open-target.ts'),
    import('../suites/index.ts'),
  ])
  const { target, close } = await openMock()
  await close()
  return suites.flatMap(({ requirements }) =>
    requirements.flatMap(({ id, tests }) =>
      tests.flatMap((test) => (test.axes ? [{ test: testName(id, test), axes: test.axes(target) }] : [])),
    ),
  )
}

function axesText(covered: readonly TestAxes[]): string {
  return covered
    .map(({ test, axes }) => {
      const lines = Object.entries(axes).map(([axis, values]) => `  ${axis}: ${values.join(' | ')}`)
      return `${[test, ...lines].join('\n')}\n`
    })
    .join('\n')
}
