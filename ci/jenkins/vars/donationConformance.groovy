/**
 * A step of a Jenkins pipeline: tests a service against the contract of the Donation Partner API, with a report for
 * junit and all reports archived. The library's path in this repository is `ci/jenkins`; docs/ci.md shows how to use it.
 *
 * Options, each of which may be left out:
 *   target    'sandbox' (your service) or 'mock' (the embedded reference service)
 *   env       path of an env file; without it the SANDBOX_ variables of the build count
 *   baseline  path of a list of known violations, or of an earlier record.json; what it names does not fail the build
 *   failOn    'violations' (a broken MUST, or a service that could not be tested), 'undecided' (also a MUST that could
 *             not be decided), 'never' (only a wrong configuration)
 *   options   further options of `donation-conformance run`, separated by spaces
 *   version   version of the npm package
 *   out       where the reports go, in the workspace
 *
 * Returns the exit status of `donation-conformance run`, where that does not fail the build.
 */
def call(Map given = [:]) {
  def defaults = [
    target: 'sandbox', env: '', baseline: '', failOn: 'violations', options: '', version: 'latest', out: 'conformance-results'
  ]
  def unknown = given.keySet() - defaults.keySet()
  if (unknown) error "donationConformance has no option ${unknown.join(', ')}"
  def chosen = defaults + given
  if (!(chosen.failOn in ['violations', 'undecided', 'never'])) error 'failOn must be violations, undecided or never'

  // Options reach the script as variables, never as part of its text: they cannot become commands.
  def variables = [
    "CONFORMANCE_TARGET=${chosen.target}",
    "CONFORMANCE_ENV_FILE=${chosen.env}",
    "CONFORMANCE_BASELINE=${chosen.baseline}",
    "CONFORMANCE_FAIL_ON=${chosen.failOn}",
    "CONFORMANCE_OPTIONS=${chosen.options}",
    "CONFORMANCE_VERSION=${chosen.version}",
    "CONFORMANCE_OUT=${chosen.out}",
  ]
  def status = 0
  withEnv(variables) {
    status = sh returnStatus: true, label: 'Donation Partner API conformance', script: '''
      suite=$(mktemp -d)
      trap 'rm -rf "$suite"' EXIT
      npm install --prefix "$suite" --ignore-scripts --no-audit --no-fund "donation-conformance@$CONFORMANCE_VERSION" || exit 2
      set -f
      set -- $CONFORMANCE_OPTIONS --target "$CONFORMANCE_TARGET" --out "$CONFORMANCE_OUT"
      if [ -n "$CONFORMANCE_ENV_FILE" ]; then set -- "$@" --env "$CONFORMANCE_ENV_FILE"; fi
      if [ -n "$CONFORMANCE_BASELINE" ]; then set -- "$@" --baseline "$CONFORMANCE_BASELINE"; fi
      if [ "$CONFORMANCE_FAIL_ON" = undecided ]; then set -- "$@" --require-decided; fi
      "$suite/node_modules/.bin/donation-conformance" run "$@"
    '''
  }
  // What fails the build is decided below, by the exit status: the baseline counts in it.
  junit testResults: "${chosen.out}/junit.xml", allowEmptyResults: true, skipMarkingBuildUnstable: true
  archiveArtifacts artifacts: "${chosen.out}/**", allowEmptyArchive: true

  // Whatever else a run ends with (killed, a program that is missing) is no verdict.
  def passes = chosen.failOn == 'never' ? [0, 1, 3] : [0]
  if (!(status in passes)) {
    def reasons = [1: 'the contract is broken', 2: 'the configuration is wrong', 3: 'the service could not be tested']
    error "donation-conformance ended with status ${status}: ${reasons[status] ?: 'it did not come to a verdict'}"
  }
  return status
}
