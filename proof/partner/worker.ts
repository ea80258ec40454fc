import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { variants } from '../../examples/partner/variants/index.ts'
import { built } from '../../harness/engine/built.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { examine, readPartnerEnvironment } from '../../partner/index.ts'
import { attempt } from '../attempts.ts'
import type { Extent, ProofCase } from '../matrix.ts'
import { END } from '../run-cases.ts'

const ended = new AbortController()

// Runs one case after another, for the command that holds the list.
parentPort?.on('message', async (message: ProofCase | typeof END) => {
  if (message === END) return ended.abort()
  parentPort?.postMessage(await attempt(message, examined))
})

/** An examination of the sample, with the deviations of a case: as a command would make it, from an environment file. */
async function examined(proofCase: ProofCase, { seed, runs, only }: Extent): Promise<RunResult> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-proof-'))
  try {
    const file = join(directory, 'partner.env')
    await writeFile(file, environmentOf(proofCase, directory))
    const { signal } = ended
    return await examine(readPartnerEnvironment(file), { seed, runs, signal, ...(only ? { only } : {}) })
  } finally {
    await rm(directory, { recursive: true })
  }
}

function environmentOf({ faults, variants: ids }: ProofCase, directory: string): string {
  const options = [...faults.map((id) => `--fault ${id}`), ...ids.map((id) => `--variant ${id}`)]
  const program = fileURLToPath(built('examples/partner/main.js'))
  const memory = join(directory, 'first-start.json')
  const keys = {
    PARTNER_START: `PARTNER_SAMPLE_FILE=${memory} exec ${process.execPath} ${program} ${options.join(' ')}`,
    ...Object.assign(
      {},
      ...variants.filter(({ id }) => ids.includes(id)).map(({ environment }) => environment),
    ),
  }
  return Object.entries(keys)
    .map(([key, value]) => `${key}='${value}'\n`)
    .join('')
}
