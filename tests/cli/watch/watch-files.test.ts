import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFiles } from '../../../cli/watch/watch-files.ts'
import { temporaryDirectory } from '../places.ts'

/** Watches; `next` is the file that changes next, as it is named within the directory. */
async function watching(directory: string, paths: readonly string[], except: readonly string[] = []) {
  let tell = (_file: string) => {}
  const within = (path: string) => join(directory, path)
  const files = await watchFiles(paths.map(within), except.map(within), (file) => tell(file))
  onTestFinished(() => files.close())
  return {
    next: async (change: () => Promise<unknown>) => {
      const told = new Promise<string>((resolve) => {
        tell = resolve
      })
      await change()
      return relative(directory, await told)
    },
  }
}

test('a file that an editor replaces is noticed each time, beside others', async () => {
  const directory = await temporaryDirectory()
  const files = ['a.js', 'b.js']
  for (const file of files) await writeFile(join(directory, file), '')
  const { next } = await watching(directory, files)
  const replace = async (file: string) => {
    await writeFile(join(directory, 'new'), `${Math.random()}`)
    await rename(join(directory, 'new'), join(directory, file))
  }
  for (const file of ['a.js', 'b.js', 'b.js', 'a.js']) expect(await next(() => replace(file))).toBe(file)
})

test('what the run writes itself, and what nobody edits, is no change', async () => {
  const directory = await temporaryDirectory()
  for (const folder of ['results', 'node_modules/library', 'src/deep'])
    await mkdir(join(directory, folder), { recursive: true })
  const { next } = await watching(directory, ['.'], ['results', '.env.'])
  const write = (file: string) => writeFile(join(directory, file), 'x')
  const all = async () => {
    await write('src/deep/service.js')
    for (const file of ['results/record.json', '.env.tokens', 'node_modules/library/index.js'])
      await write(file)
  }
  expect(await next(all)).toBe('src/deep/service.js')
  expect(await next(() => write('.env'))).toBe('.env')
})
