import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { digestOf } from '../reports/digest.ts'
import { LIMITS, readBounded, UnreadableError } from './read-file.ts'

/** Where the passphrase of an encrypted key is looked for. */
export const PASSPHRASE = 'CONFORMANCE_KEY_PASSPHRASE'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a PEM text from a file, or from a variable of the environment that is named as `env://NAME`. What was named
 * is not repeated in a message: it may be the key itself.
 * @throws UnreadableError where there is none
 */
async function readPem(source: string, environment: Environment): Promise<string> {
  if (source.includes('-----BEGIN'))
    throw new UnreadableError('--key holds a key itself: it takes a file, or env://NAME')
  if (!source.startsWith('env://'))
    return (await readBounded(source, LIMITS.key, 'the file of --key')).toString('utf8')
  const pem = environment[source.slice('env://'.length)]
  if (!pem) throw new UnreadableError('the environment variable that --key names is not set')
  return pem
}

/**
 * Reads the private key that signs: PKCS #8 or SEC 1 in PEM.
 * @throws UnreadableError in a sentence that holds nothing of key or passphrase
 */
export async function readSigningKey(source: string, environment: Environment): Promise<KeyObject> {
  const pem = await readPem(source, environment)
  const passphrase = environment[PASSPHRASE]
  if (!pem.includes('PRIVATE KEY')) throw new UnreadableError('--key holds no private key in PEM')
  try {
    return usable(createPrivateKey({ key: pem, ...(passphrase ? { passphrase } : {}) }))
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    if (!pem.includes('ENCRYPTED')) throw new UnreadableError('--key holds no private key that can be read')
    const why = passphrase ? `${PASSPHRASE} does not open it` : `${PASSPHRASE} is not set`
    throw new UnreadableError(`the key of --key is encrypted, and ${why}`)
  }
}

/**
 * Reads the public key that verifies: SubjectPublicKeyInfo in PEM.
 * @throws UnreadableError in a sentence that holds nothing of the key
 */
export async function readVerifyingKey(source: string, environment: Environment): Promise<KeyObject> {
  const pem = await readPem(source, environment)
  if (pem.includes('PRIVATE KEY'))
    throw new UnreadableError(
      '--key holds a private key: verifying takes the public one, and nobody else needs more',
    )
  if (!pem.includes('-----BEGIN PUBLIC KEY-----'))
    throw new UnreadableError('--key holds no public key in PEM')
  try {
    return usable(createPublicKey(pem))
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    throw new UnreadableError('--key holds no public key that can be read')
  }
}

/** The key decides the algorithm, whatever a certificate says of itself. */
function usable(key: KeyObject): KeyObject {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1')) return key
  throw new UnreadableError('the key of --key is neither Ed25519 nor ECDSA P-256')
}

/** The name of the digest that the key signs; null where the algorithm has its own, as node:crypto wants it. */
export function hashOf(key: KeyObject): 'sha256' | null {
  return key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
}

/** The SHA-256 of the public key as DER, in hex: the same for both halves of a pair. */
export function keyIdOf(key: KeyObject): string {
  const pair = key.type === 'private' ? createPublicKey(key) : key
  return digestOf(pair.export({ type: 'spki', format: 'der' })).sha256
}
