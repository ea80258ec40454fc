import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createServer as createSecureServer, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { listening } from './sockets.ts'

/** A key and a certificate of its own for this name, in PEM; of a host where it has addresses in the network. */
export function certificateOf(commonName: string, hosts: readonly string[] = [], days = 90) {
  const altNames = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
  )
  const { private: key, cert } = generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    days,
    extensions: altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : [],
  })
  return { key, cert }
}

/** Both sides say what the other says, and end together. */
function join(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy()).pipe(other)
  other.on('error', () => one.destroy()).pipe(one)
}

/** A proxy that leads every host to its port on this machine, and what it was asked for. */
export async function companyProxy(user?: string) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push(url)
    const wanted = user && `Basic ${Buffer.from(user).toString('base64')}`
    if (wanted && headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    })
    join(socket, upstream)
  })
  return { port: await listening(server), asked }
}

/** TLS in front of what listens at this port. */
export async function secured(port: number, options: TlsOptions): Promise<number> {
  const server = createSecureServer(options, (socket) => join(socket, connect(port, '127.0.0.1')))
  return listening(server)
}
