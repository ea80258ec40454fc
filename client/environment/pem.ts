import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * A PEM text: the value itself, or what stands in the file that it names. CI servers hand on line ends as `\n`.
 * @returns undefined where there is no such file
 */
function pemOf(value: string): string | undefined {
  if (value.includes('-----BEGIN ')) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    return undefined
  }
}

/** A certificate in PEM, with those that vouch for it behind; undefined where the value neither is nor names one. */
export function certificatePem(value: string): string | undefined {
  const pem = pemOf(value)
  return pem !== undefined && read(() => new X509Certificate(pem)) ? pem : undefined
}

/** A private key in PEM that needs no passphrase; undefined where the value neither is nor names one. */
export function privateKeyPem(value: string): string | undefined {
  const pem = pemOf(value)
  return pem !== undefined && read(() => createPrivateKey(pem)) ? pem : undefined
}

/** Whether a key and a certificate, both in PEM, belong together. */
export function belongTogether(cert: string, key: string): boolean {
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
}

function read<Read extends X509Certificate | KeyObject>(reading: () => Read): Read | undefined {
  try {
    return reading()
  } catch {
    return undefined
  }
}
