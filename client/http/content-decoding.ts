import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { FailureError } from './failure.ts'
import { size } from './limits.ts'

type Decoder = (body: Buffer, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>

const inflateZlib: Decoder = promisify(inflate)
const inflateBare: Decoder = promisify(inflateRaw)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // RFC 9110, 8.4.1.2: some senders leave the zlib wrapper out
  deflate: (body, options) =>
    ((body[0] ?? 0) & 0x0f) === 8 ? inflateZlib(body, options) : inflateBare(body, options),
}

/** What the client asks for; anything else is passed on as it came. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Undoes the content codings that `Content-Encoding` lists (RFC 9110, 8.4).
 *
 * @throws FailureError `too-large` past `limit` bytes, `not-http` where the body is not coded so
 */
export async function decodeContent(body: Buffer, codings: string, limit: number): Promise<Buffer> {
  let decoded = body
  for (const coding of codings.toLowerCase().split(',').reverse()) {
    const decoder = Object.hasOwn(decoders, coding.trim()) ? decoders[coding.trim()] : undefined
    if (decoder === undefined || decoded.length === 0) continue
    const options = { maxOutputLength: limit, chunkSize: chunkSizeFor(decoded) }
    decoded = await decoder(decoded, options).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new FailureError('too-large', `the body of the answer unpacks to more than ${size(limit)}`)
      throw new FailureError(
        'not-http',
        `the body of the answer is not ${coding.trim()}, as its Content-Encoding says`,
      )
    })
  }
  return decoded
}

const SMALLEST_CHUNK = 16 * 1024

/** Each piece that is unpacked is waited for: of a large body, which may unpack to gigabytes, few are taken. In bytes. */
function chunkSizeFor({ length }: Buffer): number {
  return Math.max(SMALLEST_CHUNK, 4 * length)
}
