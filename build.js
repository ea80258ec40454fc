/**
 * Builds dist/, unless it is newer than all that it is made of: `npm ci` has just built it, and nobody is to wait for
 * that twice. Ends with 3 where it cannot be built, since 1 means a violation to whoever asked for a run.
 *
 * Other commands may run from dist/ meanwhile. So it is built beside it, and each file is then put in the place of the
 * one before. With `--clean`, nothing of earlier builds is kept.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'

/** Where it is built. As deep as dist/: source maps lead from there to the sources. */
const NEW = '.dist-new'

const STEPS = [
  { command: `tsc -p tsconfig.build.json --outDir ${NEW}`, stdout: 'inherit' },
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
const PROGRAM = join('cli', 'main.js')

/** The folder of parts of the command line that are loaded when they are needed. Their names change with what they hold. */
const CHUNKS = 'chunks'
/** Names the chunks of earlier builds: npm does not publish them, and reports/build.ts does not count them to the build. */
const LEFT_OVER = join('dist', CHUNKS, '.npmignore')
/** How long a command may run that was started from an earlier build, and still find its chunks. */
const KEPT_MS = 24 * 60 * 60 * 1000

const isClean = process.argv.includes('--clean')

/** When a file was last changed, or anything in a folder (of what is no more, the folder tells), in milliseconds. */
function changedAt(path) {
  const entry = statSync(path)
  const inside = entry.isDirectory() ? readdirSync(path) : []
  return Math.max(entry.mtimeMs, ...inside.map((name) => changedAt(join(path, name))))
}

function isFresh() {
  return (
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === process.cwd() &&
    Math.max(...[...include, 'cli', ...SETTINGS].map(changedAt)) < statSync(STAMP).mtimeMs
  )
}

/** Whether a step of the build went well; what is wrong stands on the console. */
async function succeeds({ command, stdout }) {
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const options = {
    shell: true,
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, PATH, DIST: NEW },
  }
  const [status] = await once(spawn(command, options), 'exit')
  return status === 0
}

/** Notes what dist/ is built from, where that is a checkout of git: a certificate names it. */
function noteCommit() {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  if (status === 0) writeFileSync(join(NEW, 'commit'), stdout)
}

/** The files in a folder and below it, as paths within it. */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Puts what was built in the place of what was built before. */
function putInPlace() {
  const files = filesIn(NEW)
  // Whoever starts meanwhile finds whatever the program asks for: it comes last, and the chunks come first.
  const rank = (file) => (file.startsWith(CHUNKS) ? 0 : file === PROGRAM ? 2 : 1)
  for (const file of files.toSorted((one, other) => rank(one) - rank(other))) {
    mkdirSync(dirname(join('dist', file)), { recursive: true })
    renameSync(join(NEW, file), join('dist', file))
  }
  removeAllBut(new Set(files))
}

/** Removes what other builds made, but for chunks that commands under way may yet load. */
function removeAllBut(files) {
  const before = existsSync(LEFT_OVER) ? readFileSync(LEFT_OVER, 'utf8').split('\n') : []
  const now = new Date()
  const leftOver = []
  for (const file of filesIn('dist').filter((one) => !files.has(one))) {
    const path = join('dist', file)
    const isKnown = before.includes(basename(file))
    if (!isKnown) utimesSync(path, now, now)
    if (dirname(file) === CHUNKS && path !== LEFT_OVER && !isClean && now - statSync(path).mtimeMs < KEPT_MS)
      leftOver.push(basename(file))
    else rmSync(path)
  }
  if (leftOver.length > 0) writeFileSync(LEFT_OVER, `${leftOver.sort().join('\n')}\n`)
}

async function build() {
  const began = new Date()
  rmSync(NEW, { recursive: true, force: true })
  if ((await Promise.all(STEPS.map(succeeds))).every(Boolean)) {
    chmodSync(join(NEW, PROGRAM), 0o755)
    noteCommit()
    // Half of one build and half of another are not to be taken for either.
    rmSync(STAMP, { force: true })
    putInPlace()
    writeFileSync(STAMP, process.cwd())
    utimesSync(STAMP, began, began)
  } else process.exitCode = 3
  rmSync(NEW, { recursive: true, force: true })
}

if (isClean || !isFresh()) {
  const { lock } = await import('proper-lockfile')
  const retries = { forever: true, factor: 1, minTimeout: 200 }
  const release = await lock('dist', { lockfilePath: `${NEW}.lock`, realpath: false, retries })
  // Another one may have built it while this one waited.
  if (isClean || !isFresh()) await build()
  await release()
}
