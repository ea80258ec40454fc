import { decodeForm } from '../http.ts'

/** Decodes client id and secret of HTTP Basic (RFC 6749 §2.3.1); empty for another scheme. */
export function basicCredentials(header: string): readonly string[] {
  const [, encoded] = /^Basic (\S+)$/i.exec(header) ?? []
  const credentials =
    decodeForm(
      Buffer.from(encoded ?? '', 'base64')
        .toString()
        .replace(':', '&'),
    ) ?? []
  return credentials.map(([text]) => text)
}
