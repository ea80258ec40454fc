// Refreshes the tokens of a service without end, as a run does, until it is killed or may not go on.
import { createHttpClient } from '../../dist/client/http/client.js'
import { OAuth } from '../../dist/client/oauth/oauth.js'
import { TokenOwner } from '../../dist/client/oauth/token-owner.js'
import { TokenStore } from '../../dist/client/oauth/token-store.js'
import { SecretRegistry } from '../../dist/client/secrets/registry.js'

const [authUrl = '', configured = '', file = ''] = process.argv.slice(2)
const client = { id: 'partner', secret: 'secret', redirectUri: 'https://partner.example.org/callback' }
const target = { authUrl, client, scope: 'all' }
const http = createHttpClient({ secrets: new SecretRegistry() })
const oauth = new OAuth(target, http, undefined, client, undefined)
const owner = new TokenOwner(oauth, { seed: configured, store: new TokenStore(file, configured) })

for (;;) {
  const { response } = await owner.renew()
  if (response?.status !== 200) process.exit(7)
  process.stdout.write('.')
}
