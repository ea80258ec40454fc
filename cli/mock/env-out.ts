import { readFile } from 'node:fs/promises'
import { inEnvironmentFile } from '../../client/environment/env-file.ts'
import { reasonOf, UsageError } from '../usage.ts'

/** The first line of each file that is written: by it the next start knows that nobody filled it in by hand. */
const OURS = '# Written by `donation-conformance mock --env-out`, which replaces this file at its next start.'

/**
 * Keeps a file that a person filled in from being replaced: the credentials in it are nowhere else.
 * @throws UsageError where something stands there that this command did not write
 */
export async function refuseOthers(file: string): Promise<void> {
  const text = await contentOf(file)
  // One that was only just made, as by mktemp, has nothing to lose.
  if (text === '' || text.startsWith(`${OURS}\n`)) return
  throw new UsageError(`${file} is there already, and --env-out replaces only files that it wrote`)
}

/** Nothing where there is no such file: whether one can be written there is found when it is. */
async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return ''
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`)
  }
}

/**
 * Whole or not at all: whoever waits for the file must not read half of it. It holds credentials of the mock.
 * @param trust what Node reads at its start alone, and so cannot take from this file
 */
export async function writeEnvironment(
  file: string,
  environment: Readonly<Record<string, string>>,
  trust: string | undefined,
): Promise<void> {
  const comment =
    trust === undefined ? [] : [`# It serves https. Set this before a program starts: ${trust}\n`]
  const lines = Object.entries(environment).map(([key, value]) => `${inEnvironmentFile(key, value)}\n`)
  try {
    const { default: writeFileAtomic } = await import('write-file-atomic')
    await writeFileAtomic(file, [`${OURS}\n`, ...comment, ...lines].join(''), { mode: 0o600 })
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`)
  }
}
