import { validateWorkflow } from '@action-validator/core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ciFile } from '../../../cli/init/ci.ts'

const runs = (file: string) =>
  expect.stringMatching(new RegExp(`npx --yes donation-conformance@\\d+\\.\\d+\\.\\d+ run --env "\\${file}"`))

test('a workflow of GitHub, as its schema wants it', () => {
  const { path, text = '' } = ciFile('github', false) ?? {}
  expect(path).toBe('.github/workflows/conformance.yml')
  expect(validateWorkflow(text)).toMatchObject({ actionType: 'workflow', errors: [] })
  expect(parse(text)).toMatchObject({
    on: { schedule: [{ cron: '0 5 * * *' }], workflow_dispatch: null },
    jobs: {
      sandbox: {
        concurrency: 'sandbox',
        steps: [
          { uses: 'actions/checkout@v4' },
          { uses: 'actions/setup-node@v4' },
          {
            run: runs('$RUNNER_TEMP/sandbox.env'),
            env: { CONFORMANCE_ENV: `\${{ secrets.CONFORMANCE_ENV }}` },
          },
          { uses: 'actions/upload-artifact@v4', if: 'always()' },
        ],
      },
    },
  })
})

test('a pipeline of GitLab', () => {
  const { path, text = '' } = ciFile('gitlab', false) ?? {}
  expect(path).toBe('.gitlab-ci.yml')
  expect(parse(text)).toMatchObject({
    conformance: {
      resource_group: 'sandbox',
      script: [runs('$CONFORMANCE_ENV')],
      artifacts: { when: 'always', reports: { junit: 'conformance-results/junit.xml' } },
    },
  })
})

test('a pipeline of Jenkins, which Groovy does not fill in itself', () => {
  const { path, text } = ciFile('jenkins', false) ?? {}
  expect(path).toBe('Jenkinsfile')
  expect(text).toContain("CONFORMANCE_ENV = credentials('sandbox-env')")
  expect(text).toMatch(/sh '[^']+ run --env "\$CONFORMANCE_ENV"'\n/)
})

test.each(['github', 'gitlab', 'jenkins'] as const)(
  'where the project has the suite, its version runs: %s',
  (system) => {
    const { text = '' } = ciFile(system, true) ?? {}
    expect(text).not.toContain('npx --yes')
    expect(text).toMatch(/\bnpm ci\b[\s\S]*npx --no donation-conformance run --env "/)
  },
)

test('none is none', () => {
  expect(ciFile('none', false)).toBeUndefined()
})
