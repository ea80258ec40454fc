import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { environmentText, writeNew } from '../../../cli/init/files.ts'
import { UsageError } from '../../../cli/usage.ts'
import { temporaryDirectory } from '../places.ts'

test('a new file is written with its folders, for whom its mode says', async () => {
  const path = join(await temporaryDirectory(), 'a/b/secret')
  expect(writeNew(path, 'text', 0o600)).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('text')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('what is there stays as it is, even a link that leads nowhere', async () => {
  const directory = await temporaryDirectory()
  writeFileSync(join(directory, 'file'), 'mine')
  expect(writeNew(join(directory, 'file'), 'other', 0o600)).toBe(false)
  expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('mine')

  symlinkSync(join(directory, 'elsewhere'), join(directory, 'link'))
  expect(writeNew(join(directory, 'link'), 'other', 0o600)).toBe(false)
  expect(existsSync(join(directory, 'elsewhere'))).toBe(false)
})

test('a file where a folder has to be is told in one line', async () => {
  const directory = await temporaryDirectory()
  writeFileSync(join(directory, 'workflows'), 'mine')
  const path = join(directory, 'workflows/ci.yml')
  expect(() => writeNew(path, 'text', 0o644)).toThrow(
    new UsageError(`cannot write ${path}: EEXIST: file already exists`),
  )
})

test('the example file is filled in, and keeps what explains the other keys', () => {
  const text = environmentText({ SANDBOX_SCOPE: 'a b', SANDBOX_PASSWORD: 'p$&1#' })
  expect(parse(text)).toMatchObject({
    SANDBOX_SCOPE: 'a b',
    SANDBOX_PASSWORD: 'p$&1#',
    SANDBOX_LOGIN: 'form',
  })
  expect(text).toContain(
    '# Undecided without it: whether tokens are confined to their organizations (BEARER-5).\n',
  )
})

test('a value that no file can hold is named, and not shown', () => {
  expect(() => environmentText({ SANDBOX_PASSWORD: '\'"`' })).toThrow(
    new UsageError('SANDBOX_PASSWORD cannot stand in an env file, since it holds every kind of quote'),
  )
})
