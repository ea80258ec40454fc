import { expect, test } from 'vitest'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('--except leaves out requirements and families, of all or of those that --only names', async () => {
  const cwd = await temporaryDirectory()
  const tried = async (...options: readonly string[]) => {
    const { status, stdout } = await run(['run', '--dry-run', ...options], { cwd })
    expect(status).toBe(0)
    return [...stdout.matchAll(/^([A-Z]+-\d+) /gm)].map(([, id]) => id)
  }
  expect(await tried('--only', 'REFRESH', '--except', 'REFRESH-3,REFRESH-1')).not.toContain('REFRESH-3')
  expect(await tried('--only', 'TOKEN-2,BEARER-5', '--except', 'BEARER')).toEqual(['TOKEN-2'])
  const all = await tried('--except', 'TOKEN')
  expect(all).toContain('UPDATE-1')
  expect(all.filter((id) => id?.startsWith('TOKEN'))).toEqual([])
})

test('where --except leaves nothing, or names what is not known, that is said', async () => {
  const cwd = await temporaryDirectory()
  expect(await run(['run', '--only', 'TOKEN-2', '--except', 'TOKEN'], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: '--except leaves no requirement to try\n',
  })
  expect(await run(['partner', '--except', 'PARTNER-99'], { cwd })).toMatchObject({ status: 2, stdout: '' })
})
