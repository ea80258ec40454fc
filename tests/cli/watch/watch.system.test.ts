import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordSchema } from '../../../reports/record.ts'
import { chromiumPath } from '../../system/chromium.ts'
import { envFile, servingMock, temporaryDirectory } from '../places.ts'
import { run, start } from '../program.ts'
import { startInTerminal, Talk } from './talk.ts'

const KEYS = 'r opens the report, q quits.'

async function selectionOf(directory: string): Promise<string[]> {
  const record = recordSchema.parse(JSON.parse(await readFile(join(directory, 'res/record.json'), 'utf8')))
  return record.requirements.map(({ id }) => id)
}

test('in a terminal a run is repeated when a file changes and at keys, and ends with the status of the last', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  await mkdir(join(cwd, 'src'))
  const options = ['--env', env, '--only', 'ORG-2,ORG-5', '--out', 'res']
  const watch = startInTerminal(['run', ...options, '--watch', 'src'], cwd, cwd)
  await watch.says(KEYS)
  await writeFile(join(cwd, 'src/service.js'), '')
  await watch.says('src/service.js changed')
  await watch.says(KEYS)
  expect(await selectionOf(cwd)).toEqual(['ORG-2', 'ORG-5'])
  watch.type('o')
  await watch.says('such as TOKEN-3,PLEDGED:')
  watch.type('org-1\r')
  await watch.says(KEYS)
  expect(await selectionOf(cwd)).toEqual(['ORG-1'])
  // What is typed on while the question is not there yet belongs to the answer, though some of it are keys.
  watch.type('aoorg\u007fg-5\r')
  await watch.says(KEYS)
  expect(await selectionOf(cwd)).toEqual(['ORG-5'])
  watch.type('r')
  await watch.says('res/report.html\r\n')
  await watch.says('It could not be opened here: spawn xdg-open ENOENT')
  await writeFile(join(cwd, 'xdg-open'), '#!/bin/sh\necho "$1" > opened\n', { mode: 0o755 })
  watch.type('r')
  await expect
    .poll(() => readFile(join(cwd, 'opened'), 'utf8').catch(() => ''), { timeout: 10_000 })
    .toMatch(/res\/report\.html\n$/)
  // A terminal that hands over single keys makes no signal of it.
  watch.type('\u0003')
  expect(await watch.ended).toBe(0)
})

test('without a terminal changes alone repeat it; what it writes itself is none', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  const options = ['--env', env, '--only', 'ORG-5', '--out', 'res']
  const program = start(['run', ...options, '--watch', '.'], { cwd })
  const watch = new Talk(program.process)
  await watch.says('Waiting for a change.')
  await writeFile(join(cwd, 'service.js'), '')
  await watch.says('service.js changed')
  await watch.says('Waiting for a change.')
  // Whoever edits the environment may make a mistake.
  await envFile(cwd, mock, { SANDBOX_LOGIN: 'unknown' })
  await watch.says('SANDBOX_LOGIN')
  await watch.says('Waiting for a change.')
  await envFile(cwd, mock)
  await watch.says('Waiting for a change.')
  program.process.kill('SIGINT')
  const { status, stderr } = await program.ended
  expect({ status, changes: stderr.match(/\S+ changed/g) }).toEqual({
    status: 0,
    changes: ['service.js changed', 'test.env changed', 'test.env changed'],
  })
})

test('where a browser logs in, the second run goes on from the login of the first', async () => {
  const cwd = await temporaryDirectory()
  const paths: string[] = []
  const mock = await servingMock({ onRequest: ({ path }) => void paths.push(path.replace(/\?.*/, '')) })
  const env = await envFile(cwd, mock, { SANDBOX_LOGIN: 'browser', SANDBOX_BROWSER: chromiumPath() })
  await mkdir(join(cwd, 'src'))
  const options = ['--env', env, '--only', 'UPDATE-16', '--out', 'res']
  const program = start(['run', ...options, '--watch', 'src'], { cwd })
  const watch = new Talk(program.process)
  await watch.says('Waiting for a change.')
  expect(paths).toContain('/oauth2/authorize')
  paths.length = 0
  await writeFile(join(cwd, 'src/service.js'), '')
  await watch.says('service.js changed')
  await watch.says('Waiting for a change.')
  expect(paths).toContain('/oauth2/token')
  expect(paths).not.toContain('/oauth2/authorize')
  program.process.kill('SIGINT')
  expect((await program.ended).status).toBe(0)
})

test('where nothing could start the next run, it says what it needs', async () => {
  const cwd = await temporaryDirectory()
  expect(await run(['run', '--watch'], { cwd })).toMatchObject({
    status: 2,
    stderr: '--watch needs a terminal for its keys, or paths whose changes repeat the run\n',
  })
  expect(await run(['run', '--watch', 'nowhere'], { cwd })).toMatchObject({
    status: 2,
    stderr: '--watch: there is no nowhere\n',
  })
})
