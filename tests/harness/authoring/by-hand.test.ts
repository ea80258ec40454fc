import { test, expect as that } from 'vitest'
import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { expect } from '../../../harness/authoring/index.ts'
import { toViolation, ViolationError } from '../../../harness/model/violation.ts'
import { exchange } from '../samples.ts'

test('a login is repeated by hand by its first request, and shown by its last ones too', () => {
  const begin = exchange({ url: 'http://auth.example/oauth2/authorize?state=a' })
  const consent = exchange({
    ...{ method: 'POST', url: 'http://auth.example/consent', requestBody: 'decision=approve' },
    requestHeaders: { cookie: 'session=1' },
  })
  const flow: AuthorizationFlow = {
    ...{ kind: 'redirected', location: 'https://partner.example/cb?code=', url: undefined },
    ...{ exchanges: [begin, consent], sawApproval: true, after: 'decision' },
  }
  let thrown: unknown
  try {
    expect(flow).toYieldCode()
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof ViolationError)) throw thrown
  const { curl, exchanges } = toViolation({ secrets: new SecretRegistry() }, thrown.finding)
  that(curl).toEqual(["curl -i -X GET 'http://auth.example/oauth2/authorize?state=a'"])
  that(exchanges).toHaveLength(2)
})
