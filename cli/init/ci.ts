import { tool } from '../../harness/model/tool.ts'
import type { CiSystem } from './systems.ts'

interface CiFile {
  readonly path: string
  readonly text: string
  /** What remains to be done in the CI system. */
  readonly toDo: string
}

/** What runs the suite: of the project where it is installed there, else of this version, since another may demand more. */
function commands(isInstalled: boolean): readonly string[] {
  return isInstalled
    ? ['npm ci', `npx --no ${tool.name} run --env`]
    : [`npx --yes ${tool.name}@${tool.version} run --env`]
}

/**
 * The file that tests the sandbox every day. What `.env.sandbox` holds comes from the CI system, as one secret.
 * @param isInstalled whether the project has the suite among its dependencies
 * @returns undefined where no file is wanted
 */
export function ciFile(system: CiSystem, isInstalled: boolean): CiFile | undefined {
  return system === 'none' ? undefined : files[system](commands(isInstalled))
}

const github = (run: readonly string[]) => `name: conformance
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
        run: |
          (umask 077 && printf '%s\\n' "$CONFORMANCE_ENV" > "$RUNNER_TEMP/sandbox.env")
          ${run.join('\n          ')} "$RUNNER_TEMP/sandbox.env"
        env:
          CONFORMANCE_ENV: \${{ secrets.CONFORMANCE_ENV }}
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: conformance-results, path: conformance-results }
`

const gitlab = (run: readonly string[]) => `conformance:
  image: node:24
  resource_group: sandbox # two runs at once would disturb each other's donations
  script:
    - ${run.join('\n    - ')} "$CONFORMANCE_ENV"
  artifacts:
    when: always
    expose_as: conformance report
    paths: [conformance-results/]
    reports:
      junit: conformance-results/junit.xml
`

const jenkins = (run: readonly string[]) => `pipeline {
  agent { docker { image 'node:24' } }
  triggers { cron('H 5 * * *') }
  options { disableConcurrentBuilds() } // two runs at once would disturb each other's donations
  environment {
    CONFORMANCE_ENV = credentials('sandbox-env')
  }
  stages {
    stage('Conformance') {
      steps {
        sh '${run.join("'\n        sh '")} "$CONFORMANCE_ENV"'
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

const files: Readonly<Record<Exclude<CiSystem, 'none'>, (run: readonly string[]) => CiFile>> = {
  github: (run) => ({
    path: '.github/workflows/conformance.yml',
    text: github(run),
    toDo: 'then: gh secret set CONFORMANCE_ENV < .env.sandbox',
  }),
  gitlab: (run) => ({
    path: '.gitlab-ci.yml',
    text: gitlab(run),
    toDo: 'then set the variable CONFORMANCE_ENV of the project, of the type File, to what .env.sandbox holds',
  }),
  jenkins: (run) => ({
    path: 'Jenkinsfile',
    text: jenkins(run),
    toDo: 'then add a credential of the kind "secret file", with the id sandbox-env, that holds .env.sandbox',
  }),
}
