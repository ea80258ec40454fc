import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { suites } from '../../suites/index.ts'

/**
 * Who answers before the body is read, and closes, may lose the answer on its way (RFC 9112, 9.6): Django's server does
 * so with some of the forms that come in chunks.
 */
const losing = (times: number) => {
  let left = times
  return replace('transport', ({ listener }) => ({
    listener: (inner, host) =>
      listener((request, response) => {
        const isLost = request.url === '/oauth2/token' && 'transfer-encoding' in request.headers && left-- > 0
        if (isLost) response.writeHead = () => response.destroy()
        inner(request, response)
      }, host),
  }))
}

test.each([0, 1, 2, 3])(
  'a refusal of forms in chunks is seen though the first answers are lost: %d',
  async (times) => {
    const faulty = applyAll(contractPolicies, { faults: ['refresh-1-chunked-form-refused'] })
    const { target, close } = await openMock({ policies: losing(times)(faulty) })
    const settings = {
      target,
      seed: 1,
      runs: 5,
      strict: false,
      only: ['REFRESH-1', 'REFRESH-2', 'REFRESH-3'],
    }
    const { requirements } = await runOnThrowaway(settings, suites).finally(close)
    expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'REFRESH-1 fail',
      'REFRESH-2 pass',
      'REFRESH-3 pass',
    ])
  },
)
