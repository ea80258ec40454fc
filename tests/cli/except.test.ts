import { expect, test } from 'vitest'
import { withoutExcepted } from '../../cli/selection.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('--except leaves out requirements and families, of those that --only names', async () => {
  const cwd = await temporaryDirectory()
  const tried = async (...options: readonly string[]) => {
    const { status, stdout } = await run(['run', '--dry-run', ...options], { cwd })
    expect(status).toBe(0)
    return [...stdout.matchAll(/^([A-Z]+-\d+) /gm)].map(([, id]) => id)
  }
  expect(await tried('--only', 'ORG-1,ORG-2,ORG-5', '--except', 'ORG-5,ORG-2')).toEqual(['ORG-1'])
  expect(await tried('--only', 'TOKEN-2,BEARER-5', '--except', 'BEARER')).toEqual(['TOKEN-2'])
})

test('without --only it leaves the rest of all', () => {
  const all = ['TOKEN-2', 'UPDATE-1', 'UPDATE-2'].map((id) => ({ id }))
  expect(withoutExcepted({ except: ['UPDATE-1'] }, all)).toEqual({ only: ['TOKEN-2', 'UPDATE-2'] })
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
