import type { TestProject } from 'vitest/node'
import { type OpenTarget, openMock, openSandbox } from '../session/open-target.ts'

/**
 * Opens the target for `vitest run --project conformance`, where no command line does: the embedded mock, or the
 * sandbox of the env file that CONFORMANCE_ENV names. CONFORMANCE_SEED and CONFORMANCE_RUNS as the options of `run`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { CONFORMANCE_ENV, CONFORMANCE_SEED = '1', CONFORMANCE_RUNS = '25' } = process.env
  const opened: OpenTarget = CONFORMANCE_ENV ? openSandbox(CONFORMANCE_ENV, process.env) : await openMock()
  project.provide('conformance', {
    target: opened.target,
    seed: Number(CONFORMANCE_SEED),
    runs: Number(CONFORMANCE_RUNS),
    strict: false,
  })
  return () => opened.close()
}
