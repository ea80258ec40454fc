import { randomBytes } from 'node:crypto'

/** Returns 256 random bits as 43 characters of base64url, which need no escaping in URLs and headers. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
