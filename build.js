/**
 * Builds dist/, unless it is newer than all that it is made of: `npm ci` has just built it, and nobody is to wait for
 * that twice. Ends with 3 where it cannot be built, since 1 means a violation to whoever asked for a run.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const STEPS = [
  { command: 'tsc -p tsconfig.build.json', stdout: 'inherit' },
  // What it says there is the list of all that it wrote.
  { command: 'rolldown --config', stdout: 'ignore' },
]
/** What tsc translates, file by file. The command line is bundled alone. */
const { include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'))
const SETTINGS = [
  'build.js',
  'package-lock.json',
  'rolldown.config.js',
  'tsconfig.json',
  'tsconfig.build.json',
]
/**
 * As old as the moment when the build began: what is changed while it runs is newer. Names the place that it is of:
 * in a copy of everything all times are new, and tell nothing.
 */
const STAMP = join('dist', '.built')

/** What package.json calls `donation-conformance`. npm makes it executable when it installs, and never again. */
const PROGRAM = join('dist', 'cli', 'main.js')

/** When a file was last changed, or anything in a folder (of what is no more, the folder tells), in milliseconds. */
function changedAt(path) {
  const entry = statSync(path)
  const inside = entry.isDirectory() ? readdirSync(path) : []
  return Math.max(entry.mtimeMs, ...inside.map((name) => changedAt(join(path, name))))
}

/** Whether a step of the build went well; what is wrong stands on the console. */
async function succeeds({ command, stdout }) {
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const options = { shell: true, stdio: ['ignore', stdout, 'inherit'], env: { ...process.env, PATH } }
  const [status] = await once(spawn(command, options), 'exit')
  return status === 0
}

/** Notes what dist/ was built from, where that is a checkout of git: a certificate names it. */
function noteCommit() {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  const file = join('dist', 'commit')
  if (status === 0) writeFileSync(file, stdout)
  else rmSync(file, { force: true })
}

const isFresh =
  !process.argv.includes('--clean') &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === process.cwd() &&
  Math.max(...[...include, 'cli', ...SETTINGS].map(changedAt)) < statSync(STAMP).mtimeMs
if (!isFresh) {
  const began = new Date()
  // What was built of files that are gone would be published too, and counted by whoever tells one build from another.
  rmSync('dist', { recursive: true, force: true })
  if ((await Promise.all(STEPS.map(succeeds))).every(Boolean)) {
    chmodSync(PROGRAM, 0o755)
    noteCommit()
    writeFileSync(STAMP, process.cwd())
    utimesSync(STAMP, began, began)
  } else process.exitCode = 3
}
