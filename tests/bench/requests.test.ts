import { expect, test } from 'vitest'
import { requestLines } from '../../bench/requests.ts'
import { runSuites } from '../../harness/engine/run.ts'
import { openMock } from '../../harness/session/open-target.ts'

test('what a run sends is listed by requirement and kind, and adds up', async () => {
  const opened = await openMock()
  try {
    const result = await runSuites({
      ...{ target: opened.target, seed: 1, runs: 1, strict: false },
      only: ['TOKEN-1', 'VERSION-1'],
    })
    const lines = requestLines(result)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['TOKEN-1', 'VERSION-1', 'the'])
    expect(lines[0]).toMatch(/^TOKEN-1 +\d+ {2}\d+ cases .*\d+ authorizations.*\d+ exchanges/)
    const sent = lines.map((line) => Number(/^\S+( suite)? +(\d+)/.exec(line)?.[2]))
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(result.run.requests)
  } finally {
    await opened.close()
  }
})
