import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Where the checkout is that is tested. */
export const checkout = resolve(import.meta.dirname, '../..')
const manifestSchema = z.object({ version: z.string() })

/** What a program that has ended left behind. */
export interface Ended {
  /** -1 where it could not be started or was killed. */
  readonly status: number
  /** What it printed, on both streams. */
  readonly output: string
}

/** A project of somebody who uses this package, in a temporary directory. */
export class Project {
  readonly directory: string

  private constructor(directory: string) {
    this.directory = directory
  }

  /** An empty project with these files, by name. */
  static async create(files: Readonly<Record<string, string>>): Promise<Project> {
    const directory = await mkdtemp(join(tmpdir(), 'project-'))
    const manifest = JSON.stringify({ name: 'project', private: true, type: 'module' })
    for (const [name, text] of Object.entries({ 'package.json': manifest, ...files }))
      await writeFile(join(directory, name), text)
    return new Project(directory)
  }

  /**
   * Packs the checkout as it is built, and installs the tarball here.
   * @returns where the tarball is
   * @param packages what its user installs beside it, each as npm's command line names it.
   * @throws Error where the packages cannot be had.
   */
  async installTarball(packages: readonly string[]): Promise<string> {
    // Nothing is built anew: other tests read what is built.
    const packing = ['pack', '--ignore-scripts', '--pack-destination', this.directory]
    const packed = await run(checkout, 'npm', packing)
    if (packed.status !== 0) throw new Error(packed.output)
    const [tarball = ''] = (await readdir(this.directory)).filter((name) => name.endsWith('.tgz'))
    // npm's own waits between its tries are longer than a test may take.
    const installing = ['install', '--prefer-offline', '--fetch-retry-mintimeout=500', '--fetch-retries=1']
    const { status, output } = await this.run('npm', ...installing, tarball, ...packages)
    if (status !== 0) throw new Error(`Packages are missing: the npm registry must be reachable.\n${output}`)
    return join(this.directory, tarball)
  }

  /** Runs a program here to its end. */
  run(program: string, ...args: readonly string[]): Promise<Ended> {
    return run(this.directory, program, args)
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true })
  }
}

/** Where the checkout has the program of one of its own development dependencies. */
export function toolOfCheckout(name: string): string {
  return join(checkout, 'node_modules/.bin', name)
}

/** A package in the version that the checkout has, as npm's command line names it: `vitest@4.1.12`. */
export async function asInCheckout(name: string): Promise<string> {
  const text = await readFile(join(checkout, 'node_modules', name, 'package.json'), 'utf8')
  return `${name}@${manifestSchema.parse(JSON.parse(text)).version}`
}

/** Runs it in an environment that knows nothing of a sandbox, of the script that npm runs, or of vitest. */
function run(cwd: string, program: string, args: readonly string[]): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SANDBOX_|PRODUCTION_|CONFORMANCE_|VITEST|NODE_ENV$|npm_(package|lifecycle)_)/.test(name),
  )
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' }
  return new Promise((end) => {
    const child = execFile(program, args, { cwd, env }, (error, stdout, stderr) =>
      end(
        child.exitCode === null
          ? { status: -1, output: `${error}` }
          : { status: child.exitCode, output: `${stdout}${stderr}` },
      ),
    )
  })
}
