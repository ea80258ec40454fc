import { expect, test } from 'vitest'
import { SharedTokens } from '../../../client/oauth/shared-tokens.ts'
import type { TokenOwner } from '../../../client/oauth/token-owner.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

test('who waits for the tokens waits no longer when the run ends, and is in nobody’s way', async () => {
  const tokens = new SharedTokens({} as TokenOwner)
  const { signal } = new AbortController()
  const run = new AbortController()
  await tokens.acquire('reading', signal)
  const renewing = tokens.acquire('renewing', run.signal)
  run.abort()
  await expect(renewing).rejects.toThrow(InconclusiveError)
  await expect(tokens.acquire('reading', run.signal)).rejects.toThrow(InconclusiveError)
  tokens.release('reading')
  await tokens.acquire('renewing', signal)
})
