import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The key pair of RFC 8032, 7.1, test 1: everybody knows it, and what it signs can be written down. */
export const knownKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b657004220420' + '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
})

export const ed25519 = () => generateKeyPairSync('ed25519').privateKey
export const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
export const publicPemOf = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
