import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type MockOptions, type MockService, startMockService } from '../../mock/server.ts'

/** An empty directory that is there until the test is over. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

/** A mock in this process that serves until the test is over. */
export async function servingMock(options: MockOptions = {}): Promise<MockService> {
  const mock = await startMockService(options)
  onTestFinished(() => mock.close())
  return mock
}

/** Writes an env file for this mock, with other values for some keys, into the directory. */
export async function envFile(
  directory: string,
  { environment }: MockService,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = join(directory, 'test.env')
  const lines = Object.entries({ ...environment, ...changes }).map(([key, value]) => `${key}='${value}'\n`)
  await writeFile(file, lines.join(''))
  return file
}
