import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { contractPolicies } from './policies/index.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  const app = createApp(settings, contractPolicies)
  serve({ fetch: app.fetch, port: settings.port, hostname: '127.0.0.1' })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
