import { readFile, rm } from 'node:fs/promises'
import type { SecretRegistry } from '../client/secrets/registry.ts'

/**
 * Looks for the run's secrets in what was written, and removes each file that holds any: a pipeline passes on whatever is
 * there.
 * @returns the files that are left, and one sentence for each that was removed
 */
export async function withoutLeaks(
  files: readonly string[],
  secrets: SecretRegistry,
): Promise<{ readonly files: readonly string[]; readonly leaks: readonly string[] }> {
  const left: string[] = []
  const leaks: string[] = []
  for (const file of files) {
    const labels = secrets.labelsIn(await readFile(file, 'utf8'))
    if (labels.length === 0) left.push(file)
    else {
      await rm(file)
      leaks.push(
        `${file} held a secret of the run (${labels.join(', ')}) and was removed. This is a mistake of donation-conformance`,
      )
    }
  }
  return { files: left, leaks }
}
