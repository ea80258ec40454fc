import {
  documentationOf,
  type EnvironmentKey,
  environmentKeys,
  type RawEnvironment,
} from '../../client/environment/schema.ts'
import { tool } from '../../harness/model/tool.ts'
import type { CiSystem } from './systems.ts'

export interface CiFile {
  readonly path: string
  readonly text: string
  /** What remains to be done in the CI system: a line each. */
  readonly toDo: readonly string[]
}

/** Of this version, since another may demand more. */
const COMMAND = `npx --yes ${tool.name}@${tool.version} run --target sandbox`

const isSecret = (key: EnvironmentKey) => documentationOf(key).secret === true

/**
 * The file that tests the sandbox every night. No secret is in it: those come from the CI system.
 * @param values those of the env file, whose keys the job needs too
 * @returns undefined where no file is wanted
 */
export function ciFile(system: CiSystem, values: RawEnvironment): CiFile | undefined {
  const keys = environmentKeys.filter((key) => values[key] !== undefined)
  const secrets = keys.filter(isSecret)
  const others = keys.filter((key) => !isSecret(key))
  switch (system) {
    case 'github':
      return {
        path: '.github/workflows/conformance.yml',
        text: githubWorkflow(keys),
        toDo: [...toSet('secrets of the repository', secrets), ...toSet('variables of it', others)],
      }
    case 'gitlab':
      return {
        path: '.gitlab-ci.yml',
        text: gitlabPipeline,
        toDo: [...toSet('masked variables of the project', secrets), ...toSet('variables of it', others)],
      }
    case 'jenkins':
      return {
        path: 'Jenkinsfile',
        text: jenkinsfile(keys, values),
        toDo: toSet('credentials of the kind "secret text", by these ids', secrets),
      }
    case 'none':
      return undefined
  }
}

function toSet(what: string, keys: readonly EnvironmentKey[]): string[] {
  return keys.length === 0 ? [] : [`set as ${what}: ${keys.join(' ')}`]
}

function githubWorkflow(keys: readonly EnvironmentKey[]): string {
  const env = keys.map((key) => `          ${key}: \${{ ${isSecret(key) ? 'secrets' : 'vars'}.${key} }}\n`)
  return `name: conformance
on:
  schedule: [{ cron: "0 5 * * *" }]
  workflow_dispatch:
permissions:
  contents: read
jobs:
  sandbox:
    runs-on: ubuntu-latest
    concurrency: sandbox # two runs at once would disturb each other's donations
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - name: Test the sandbox
        run: ${COMMAND}
        env:
${env.join('')}      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: conformance-results, path: conformance-results }
`
}

const gitlabPipeline = `conformance:
  image: node:24
  resource_group: sandbox # two runs at once would disturb each other's donations
  script:
    - ${COMMAND}
  artifacts:
    when: always
    expose_as: conformance report
    paths: [conformance-results/]
    reports:
      junit: conformance-results/junit.xml
`

function jenkinsfile(keys: readonly EnvironmentKey[], values: RawEnvironment): string {
  const environment = keys.map((key) => {
    const value = isSecret(key) ? `credentials('${key}')` : inGroovy(values[key] ?? '')
    return `    ${key} = ${value}\n`
  })
  return `pipeline {
  agent { docker { image 'node:24' } }
  triggers { cron('H 5 * * *') }
  options { disableConcurrentBuilds() } // two runs at once would disturb each other's donations
  environment {
${environment.join('')}  }
  stages {
    stage('Conformance') {
      steps {
        sh '${COMMAND}'
      }
    }
  }
  post {
    always {
      junit 'conformance-results/junit.xml'
      archiveArtifacts 'conformance-results/**'
    }
  }
}
`
}

/** A string of Groovy that is nothing but this text. */
function inGroovy(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
}
