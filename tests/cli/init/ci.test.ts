import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ciFile } from '../../../cli/init/ci.ts'

const values = {
  SANDBOX_AUTH_URL: 'https://auth.sandbox.example.org',
  SANDBOX_CLIENT_SECRET: 'hunter2',
  SANDBOX_USERNAME: "o'neill\\",
}
/** As GitHub puts its values in. */
const expression = (name: string) => `\${{ ${name} }}`
const run = expect.stringMatching(/^npx --yes donation-conformance@\d+\.\d+\.\d+ run --target sandbox$/)

test('a workflow of GitHub takes secrets from the secrets, and all else from the variables', () => {
  const file = ciFile('github', values)
  expect(file?.path).toBe('.github/workflows/conformance.yml')
  expect(parse(file?.text ?? '')).toMatchObject({
    on: { schedule: [{ cron: '0 5 * * *' }], workflow_dispatch: null },
    jobs: {
      sandbox: {
        concurrency: 'sandbox',
        steps: [
          { uses: 'actions/checkout@v4' },
          { uses: 'actions/setup-node@v4' },
          {
            run,
            env: {
              SANDBOX_AUTH_URL: expression('vars.SANDBOX_AUTH_URL'),
              SANDBOX_CLIENT_SECRET: expression('secrets.SANDBOX_CLIENT_SECRET'),
              SANDBOX_USERNAME: expression('vars.SANDBOX_USERNAME'),
            },
          },
          { uses: 'actions/upload-artifact@v4', if: 'always()' },
        ],
      },
    },
  })
  expect(file?.toDo).toEqual([
    'set as secrets of the repository: SANDBOX_CLIENT_SECRET',
    'set as variables of it: SANDBOX_AUTH_URL SANDBOX_USERNAME',
  ])
})

test('a pipeline of GitLab needs its variables alone', () => {
  const file = ciFile('gitlab', values)
  expect(file?.path).toBe('.gitlab-ci.yml')
  expect(parse(file?.text ?? '')).toMatchObject({
    conformance: {
      resource_group: 'sandbox',
      script: [run],
      artifacts: { when: 'always', reports: { junit: 'conformance-results/junit.xml' } },
    },
  })
})

test('a Jenkinsfile holds what is no secret, and the ids of credentials', () => {
  const { path, text = '' } = ciFile('jenkins', values) ?? {}
  expect(path).toBe('Jenkinsfile')
  expect(text.slice(text.indexOf('  environment'), text.indexOf('  stages'))).toBe(`  environment {
    SANDBOX_AUTH_URL = 'https://auth.sandbox.example.org'
    SANDBOX_CLIENT_SECRET = credentials('SANDBOX_CLIENT_SECRET')
    SANDBOX_USERNAME = 'o\\'neill\\\\'
  }
`)
})

test.each(['github', 'gitlab', 'jenkins'] as const)('no secret is in the file for %s', (system) => {
  expect(ciFile(system, values)?.text).not.toContain('hunter2')
})

test('none is none', () => {
  expect(ciFile('none', values)).toBeUndefined()
})
