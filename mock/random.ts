import { randomBytes } from 'node:crypto'

/** An unguessable string of 256 bits, safe in URLs and headers. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
