import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../cli/places.ts'
import { start } from '../cli/program.ts'
import { application, examined, partnerFile, smallApplication } from './examining.ts'

const only = ['PARTNER-1'] as const
const serving = (handler: string) => application(`http.createServer(${handler}).listen(port, '127.0.0.1')`)

describe('an application that cannot be examined is said to be so, in one line', () => {
  test.each([
    [
      'ends at once',
      application('process.exit(4)'),
      /the application ended with status 4 before it listened at/,
    ],
    [
      'ends at once, and says why',
      application(`console.error('no such table')`, 'process.exit(1)'),
      /ended with status 1 .*it printed: no such table/,
    ],
    [
      'ends by an error that Node.js frames',
      application(`throw new TypeError('DATABASE_URL is not set')`),
      /ended with status 1 .*it printed: TypeError: DATABASE_URL is not set$/,
    ],
    ['is no command', 'no-such-command', /the application ended with status 127/],
    [
      'drops each connection',
      serving('(request) => request.socket.destroy()'),
      /the application gives no answer to GET \/connect: .* closed the connection/,
    ],
    [
      'redirects in circles',
      serving(`(request, response) => response.writeHead(302, { location: '/connect?again' }).end()`),
      /the user is redirected more than 20 times in a row/,
    ],
    [
      'answers without end',
      serving(`(request, response) => setInterval(() => response.write('x'.repeat(1e5)), 1)`),
      /larger than 1 MiB/,
    ],
    [
      'sends headers without end',
      serving(`(request, response) => response.setHeader('x', 'y'.repeat(1e5)).end()`),
      /headers of the answer are larger than 64 KiB/,
    ],
    [
      'speaks another protocol',
      application(
        `(await import('node:net')).createServer((socket) => socket.on('error', () => {}).end('hello')).listen(port, '127.0.0.1')`,
      ),
      // Which of the two is seen first is the system's matter.
      /does not answer in HTTP|closed the connection before its answer/,
    ],
  ])('it %s', async (_, command, says) => {
    const { problem, outcome } = await examined(command, { only })
    expect(problem).toMatch(says)
    expect(problem).not.toContain('\n')
    expect(outcome).toBe('error')
  })
})

test('cookies without end are kept within bounds', async () => {
  const flood = `(request, response) => response.setHeader('set-cookie', Array.from({ length: 300 }, () => Math.random() + '=' + 'v'.repeat(99))).end('<a href="/connect">again</a>')`
  const { requirements } = await examined(serving(flood), { only })
  expect(requirements[0]?.verdict).toBe('fail')
})

describe('nothing is left running', () => {
  const childOf = (file: string) =>
    application(
      `const { spawn } = await import('node:child_process')`,
      `const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { detached: true, stdio: 'ignore' })`,
      `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, String(child.pid))`,
      `http.createServer((request, response) => response.end()).listen(port, '127.0.0.1')`,
    )
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      // A dead one that nobody has asked about is gone all the same.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  test('not what the application started in a group of its own, and that ignores being asked to end', async () => {
    const file = join(await temporaryDirectory(), 'pid')
    await examined(childOf(file), { only })
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  })

  test('not when the examination is interrupted', async () => {
    const directory = await temporaryDirectory()
    const file = join(directory, 'pid')
    const env = await partnerFile({ PARTNER_START: `echo $$ > ${file}; ${smallApplication()}` })
    const program = start(['partner', '--env', env, '--out', directory, '--only', 'PARTNER-9'])
    await program.printed('Examining')
    while (!existsSync(file) || readFileSync(file, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20))
    program.process.kill('SIGINT')
    const { status, stderr } = await program.ended
    expect(status).toBe(3)
    expect(stderr).toContain('could not be examined: the run was interrupted')
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  })
})
