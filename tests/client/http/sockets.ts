import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on loopback until the test is over; returns the port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** A server below HTTP: answers each chunk of each connection as it is told. */
export async function tcp(
  onData: (socket: Socket, connection: number, request: number) => void,
): Promise<string> {
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    let requests = 0
    socket.on('data', () => onData(socket, connection, ++requests))
  })
  return `http://127.0.0.1:${await listening(server)}`
}

/** An answer as it goes over the wire. */
export const answer = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`
