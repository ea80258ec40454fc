import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStage } from '../../partner/engine/stage.ts'
import { readPartnerEnvironment } from '../../partner/index.ts'
import { partnerFile } from './examining.ts'

test('an answer that nobody was there to hear is none', async () => {
  const config = readPartnerEnvironment(await partnerFile({ PARTNER_APP_URL: 'http://127.0.0.1:9' }))
  const { service, close } = await openStage(config, { seed: 1 })
  onTestFinished(close)
  const account = service.newAccount('sandbox', 'a user')
  account.behaviour.interfere = () => ({ delayMs: 50 })
  const { authUrl } = service.registrations.sandbox
  const body = `code=${service.issueCode('sandbox', account)}`

  const socket = connect(Number(new URL(authUrl).port), '127.0.0.1')
  socket.write(`POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  while (account.calls.length === 0) await sleep(1)
  socket.destroy()
  // It comes later, and takes as long.
  await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(body) })

  expect(account.calls.map(({ answer }) => answer?.response.status)).toEqual([undefined, 400])
})
