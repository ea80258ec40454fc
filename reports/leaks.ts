import { readFile } from 'node:fs/promises'
import type { SecretRegistry } from '../client/secrets/registry.ts'

/** Looks for the run's secrets in what was written, one sentence for each file that holds any. */
export async function leaksIn(files: readonly string[], secrets: SecretRegistry): Promise<string[]> {
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))
  return texts.flatMap(([file, text]) => {
    const labels = secrets.labelsIn(text)
    if (labels.length === 0) return []
    return `${file} holds a secret of the run (${labels.join(', ')}): do not pass it on. This is a mistake of donation-conformance`
  })
}
