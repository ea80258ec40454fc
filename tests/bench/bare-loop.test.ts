import { expect, test } from 'vitest'
import { bareLoop, recording, type Sent } from '../../bench/bare-loop.ts'
import { runSuites } from '../../harness/engine/run.ts'
import { openMock } from '../../harness/session/open-target.ts'

test('what a run sent is sent again by the bare loop, bodies in chunks among it', async () => {
  const sent: Sent[] = []
  const opened = await openMock({ policies: recording(sent, () => true) })
  try {
    await runSuites({
      target: opened.target,
      seed: 1,
      runs: 1,
      strict: false,
      only: ['TOKEN-1', 'UPDATE-1'],
    })
    const once = [...sent]
    expect(once.some(({ headers }) => 'transfer-encoding' in headers)).toBe(true)
    await bareLoop(once)
    expect(sent).toHaveLength(2 * once.length)
  } finally {
    await opened.close()
  }
})
