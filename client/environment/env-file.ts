import { readFileSync, statSync } from 'node:fs'
import { parse } from 'dotenv'

/**
 * The values of an environment file, by key.
 *
 * @throws Error whose message is one line, where the file cannot be read or is no text
 */
export function readEnvironmentFile(file: string): Record<string, string> {
  const bytes = readBytes(file)
  const text = new TextDecoder('utf-8', { fatal: true })
  try {
    const content = text.decode(bytes)
    if (content.includes('\0')) throw new TypeError('a NUL character')
    return parse(content)
  } catch {
    throw new Error(`${file} is no environment file: it is not UTF-8 text`)
  }
}

function readBytes(file: string): Buffer {
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      ENOTDIR: 'there is no such file',
      EISDIR: 'it is a directory',
      EACCES: 'it may not be read',
      EPERM: 'it may not be read',
    }
    throw new Error(`${file} cannot be read: ${reasons[code] ?? code}`)
  }
}

/**
 * A line that gives the key this value, to programs that read such files and, mostly, to shells.
 * @returns undefined where no kind of quote can hold it
 */
export function inEnvironmentFile(key: string, value: string): string | undefined {
  if (/^[\w./:@,-]*$/.test(value)) return `${key}=${value}`
  const free = ["'", '"', '`'].filter((quote) => !value.includes(quote))
  return free.map((quote) => `${key}=${quote}${value}${quote}`).find((line) => parse(line)[key] === value)
}
