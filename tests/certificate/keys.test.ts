import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyIdOf, PASSPHRASE, readSigningKey, readVerifyingKey } from '../../certificate/keys.ts'
import { UnreadableError } from '../../certificate/read-file.ts'
import { jsonFile } from './certified.ts'
import { ed25519, knownKey, p256, pemOf, publicPemOf } from './keys.ts'

test.each([
  [
    'a private key',
    () => pemOf(ed25519()),
    '--key holds a private key: verifying takes the public one, and nobody else needs more',
  ],
  [
    'an RSA key',
    () => publicPemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    'the key of --key is neither Ed25519 nor ECDSA P-256',
  ],
  [
    'a key on another curve',
    () => publicPemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey),
    'the key of --key is neither Ed25519 nor ECDSA P-256',
  ],
  [
    'a key that is none',
    () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    '--key holds no public key that can be read',
  ],
  [
    'no PEM',
    () => createPublicKey(knownKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    '--key holds no public key in PEM',
  ],
  ['nothing', () => '', 'the environment variable that --key names is not set'],
])('%s verifies nothing', async (_, pem, sentence) => {
  await expect(readVerifyingKey('env://KEY', { KEY: pem() })).rejects.toThrow(sentence)
  const file = await jsonFile(pem() || ' ')
  if (pem()) await expect(readVerifyingKey(file, {})).rejects.toThrow(sentence)
})

const encrypted = p256()
const encryptedPem = encrypted
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'correct horse' })
  .toString()

test('a key that signs may be in a file or in the environment, plain or encrypted', async () => {
  const key = ed25519()
  const read = [
    await readSigningKey('env://KEY', { KEY: pemOf(key) }),
    await readSigningKey(await jsonFile(pemOf(key)), {}),
  ]
  expect(read.map(keyIdOf)).toEqual([keyIdOf(key), keyIdOf(key)])
  const opened = await readSigningKey('env://KEY', { KEY: encryptedPem, [PASSPHRASE]: 'correct horse' })
  expect(keyIdOf(opened)).toBe(keyIdOf(encrypted))
})

const pem = pemOf(ed25519())
const body = pem.split('\n')[1] ?? ''

test.each([
  [
    'a wrong passphrase',
    encryptedPem,
    'wrong horse',
    `the key of --key is encrypted, and ${PASSPHRASE} does not open it`,
  ],
  ['no passphrase', encryptedPem, undefined, `the key of --key is encrypted, and ${PASSPHRASE} is not set`],
  [
    'a key that was cut',
    pem.replace(body, body.slice(0, -8)),
    undefined,
    '--key holds no private key that can be read',
  ],
  ['a key without its frame', body, undefined, '--key holds no private key in PEM'],
  ['the public key', publicPemOf(ed25519()), undefined, '--key holds no private key in PEM'],
  ['nothing', undefined, undefined, 'the environment variable that --key names is not set'],
])('%s signs nothing, and nothing of it is told', async (_, text, passphrase, sentence) => {
  const failed = readSigningKey('env://KEY', { KEY: text, [PASSPHRASE]: passphrase })
  await expect(failed).rejects.toThrow(new UnreadableError(sentence))
})

test.each([
  ['a key itself', pem, '--key holds a key itself: it takes a file, or env://NAME'],
  ['a key without its frame', body, 'the file of --key cannot be read: ENOENT'],
  [
    'a key as the name of a variable',
    `env://${body}`,
    'the environment variable that --key names is not set',
  ],
])('%s, instead of where it is, is not repeated', async (_, source, sentence) => {
  await expect(readSigningKey(source, {})).rejects.toThrow(new UnreadableError(sentence))
  await expect(readVerifyingKey(source, {})).rejects.toThrow(new UnreadableError(sentence))
})
