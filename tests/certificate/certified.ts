import { createPublicKey, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CertificateRequest, certificateFor } from '../../certificate/certify.ts'
import { type Expectations, verify } from '../../certificate/verification.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { build } from '../../reports/build.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { knownKey, pemOf } from './keys.ts'
import { fullRun, NOW, reportsOf } from './runs.ts'

/** What is asked for in a test, where it says no more. */
type Asked = Partial<Omit<CertificateRequest, 'policy'>> & {
  readonly policy?: unknown
  readonly signer?: KeyObject
  readonly now?: Date
}

/** Writes a JSON file that is there until the test is over. */
export async function jsonFile(content: unknown): Promise<string> {
  const file = join(await temporaryDirectory(), 'file.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** Asks for a certificate of the records in these directories. */
export async function certify(
  records: readonly string[],
  { policy, signer = knownKey, now = NOW, ...asked }: Asked = {},
) {
  const request = {
    ...{ records, key: 'env://KEY', subject: 'the sandbox' },
    ...asked,
    ...(policy === undefined ? {} : { policy: await jsonFile(policy) }),
  }
  return certificateFor(request, { KEY: pemOf(signer) }, now)
}

/** Why there is no certificate; empty where there is one. */
export async function refusals(records: readonly string[], asked?: Asked): Promise<readonly string[]> {
  const certified = await certify(records, asked)
  return 'refusals' in certified ? certified.refusals : []
}

/** A certificate of a run: its text. */
export async function certificateOf(result: RunResult = fullRun(), asked?: Asked): Promise<string> {
  const certified = await certify([await reportsOf(result)], asked)
  if ('refusals' in certified) throw new Error(certified.refusals.join('\n'))
  return certified.certificate
}

/** What does not hold of a certificate, as whoever decides on it sees it. */
export async function problemsOf(
  certificate: string | Uint8Array,
  { key = knownKey, ...expected }: Partial<Expectations> = {},
): Promise<readonly string[]> {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const { problems } = await verify(Buffer.from(certificate), {
    ...{ key: publicKey, build: build(), at: NOW },
    ...expected,
  })
  return problems
}
