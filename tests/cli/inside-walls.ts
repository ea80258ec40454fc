import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certificateOf, companyProxy, secured } from '../client/http/walls.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'

/** A mock that only a proxy leads to, that trusts nobody without a certificate, and that an authority of its own vouches for. */
export async function insideWalls(changes: Readonly<Record<string, string>> = {}) {
  const cwd = await temporaryDirectory()
  const service = certificateOf('service', ['auth.sandbox.test', 'api.sandbox.test'])
  const { key, cert } = certificateOf('partner', [], 30)
  const mock = await servingMock()
  const proxy = await companyProxy('anna:hush-hush-42')
  const asking = { ...service, ca: cert, requestCert: true }
  const url = async (name: string, plain = '') =>
    `https://${name}.sandbox.test:${await secured(Number(new URL(plain).port), asking)}`
  for (const [name, text] of Object.entries({ 'key.pem': key, 'cert.pem': cert, 'ca.pem': service.cert }))
    await writeFile(join(cwd, name), text)
  const env = await envFile(cwd, mock, {
    SANDBOX_AUTH_URL: await url('auth', mock.environment.SANDBOX_AUTH_URL),
    SANDBOX_API_URL: await url('api', mock.environment.SANDBOX_API_URL),
    SANDBOX_CLIENT_CERT: join(cwd, 'cert.pem'),
    SANDBOX_CLIENT_KEY: join(cwd, 'key.pem'),
    ...changes,
  })
  const walls = {
    HTTPS_PROXY: `http://anna:hush-hush-42@127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem'),
  }
  return { cwd, env, proxy, surroundings: { cwd, env: walls } }
}
