import type { Duplex } from 'node:stream'

const CONTINUE = Buffer.from('HTTP/1.1 100 ')
const INTERIM = Buffer.from('HTTP/1.1 1')
const END_OF_HEADERS = '\r\n\r\n'

/** Where the last digit of a status stands. */
const LAST_DIGIT = INTERIM.length + 1

/**
 * Lets a connection live on where it says 100 Continue although nobody asked: a client has to bear that (RFC 9110, 15.2),
 * and undici ends the connection. It is told of 102 instead, which it passes over as any other interim response.
 */
export function bearContinue(socket: Duplex): void {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk)) replaceContinue(chunk)
    return chunk
  }
}

/** In interim responses at the beginning of a chunk: that is where they come, before the final response. */
function replaceContinue(chunk: Buffer): void {
  for (let at = 0; startsWith(chunk, INTERIM, at); ) {
    if (startsWith(chunk, CONTINUE, at)) chunk[at + LAST_DIGIT] = '2'.charCodeAt(0)
    const end = chunk.indexOf(END_OF_HEADERS, at)
    if (end < 0) return
    at = end + END_OF_HEADERS.length
  }
}

function startsWith(chunk: Buffer, start: Buffer, at: number): boolean {
  return chunk.subarray(at, at + start.length).equals(start)
}
