import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports that no system gives to whoever asks for any, nor to connections that go out: nobody else comes by one by chance. */
const FIRST = 10_000
const PAST_LAST = 32_000
const TRIES = 50

/** From a random one on they are tried in turn: no port is given twice to programs that do not listen yet. */
let next = randomInt(FIRST, PAST_LAST)

/**
 * A port that nobody listens on, for a program that will listen there in a while; another one each time.
 * @throws Error where none is found
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = next
    next = port + 1 < PAST_LAST ? port + 1 : FIRST
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
  throw new Error(`no port from ${FIRST} to ${PAST_LAST - 1} is free on 127.0.0.1`)
}
