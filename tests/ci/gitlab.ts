import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { temporaryDirectory } from '../cli/places.ts'
import { checkout, toolOfCheckout } from '../system/project.ts'
import { runScript, type ScriptEnd } from './shell.ts'

const exec = promisify(execFile)

/** One of the libraries in gitlab-ci-local uses this method, which Node 20 lacks. */
const SET_UNION = 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]) }'

const texts = z.record(z.string(), z.string())
type Texts = Readonly<z.infer<typeof texts>>
const jobSchema = z.object({
  variables: texts,
  cache: z.array(z.object({ key: z.string(), paths: z.array(z.string()), policy: z.string() })),
  script: z.array(z.string()),
  artifacts: z.object({ paths: z.array(z.string()), reports: z.object({ junit: z.string() }) }),
})
const pipelineSchema = z.looseObject({ stages: z.array(z.string()) })

export type GitLabJob = z.infer<typeof jobSchema>

/** A pipeline that includes the component, with these inputs. */
export const including = (inputs: Readonly<Record<string, string>>) =>
  JSON.stringify({
    include: [{ component: '$CI_SERVER_FQDN/group/project/donation-conformance@1.0.0', inputs }],
  })

/** The only job of a pipeline. */
export async function jobOf(pipeline: string): Promise<GitLabJob> {
  const [job, ...others] = Object.values(await jobsOf(pipeline))
  if (!job || others.length > 0) throw new Error('there is another number of jobs than one')
  return job
}

/** A repository with these files, committed to its branch `main`. */
async function repository(directory: string, files: Readonly<Record<string, string>>): Promise<string> {
  const git = (...args: string[]) => exec('git', ['-C', directory, ...args])
  await mkdir(directory, { recursive: true })
  await git('init', '--quiet', '--initial-branch=main')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true })
    await writeFile(join(directory, name), text)
  }
  await git('add', '--all')
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  await git(...author, 'commit', '--quiet', '--message=x')
  return directory
}

/** The jobs of a pipeline that uses the component, as {@link expanded} makes them. */
export async function jobsOf(pipeline: string): Promise<Readonly<Record<string, GitLabJob>>> {
  return z.record(z.string(), jobSchema).parse(await expanded(pipeline))
}

/**
 * The jobs of a pipeline as GitLab would make them: components are fetched, inputs filled in, all of it checked against
 * GitLab's schema. This checkout is the repository of the component, in the version that the pipeline names.
 * @throws Error with what gitlab-ci-local says, where something is wrong
 */
export async function expanded(pipeline: string): Promise<Readonly<Record<string, unknown>>> {
  const place = await temporaryDirectory()
  const [, project, version = ''] =
    /\$CI_SERVER_FQDN\/(.+)\/donation-conformance@([\d.]+)/.exec(pipeline) ?? []
  if (project !== undefined) {
    const template = 'templates/donation-conformance.yml'
    const component = await repository(join(place, `${project}.git`), {
      [template]: await readFile(join(checkout, template), 'utf8'),
    })
    await exec('git', ['-C', component, 'tag', version])
  }
  const user = await repository(join(place, 'user'), { '.gitlab-ci.yml': pipeline })
  await exec('git', ['-C', user, 'remote', 'add', 'origin', 'git@gitlab.example:user/service.git'])
  const program = [
    `--import=data:text/javascript,${encodeURIComponent(SET_UNION)}`,
    toolOfCheckout('gitlab-ci-local'),
  ]
  const { stdout } = await exec(process.execPath, [...program, '--preview'], {
    cwd: user,
    env: {
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${place}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'ssh://git@gitlab.example:22/',
    },
  })
  const { stages: _, ...jobs } = pipelineSchema.parse(parse(stdout))
  return jobs
}

/** What a job runs for: the default branch, or another one, or a tag; with the variables of the project, `over` those of the job. */
interface Occasion {
  readonly branch?: string
  readonly tag?: string
  readonly variables?: Texts
  readonly over?: Texts
}

/** As GitLab makes it: in small letters, what is no letter or digit a hyphen, 63 characters at most. */
function slugOf(ref: string): string {
  const hyphenated = ref.toLowerCase().replace(/[^a-z0-9]/g, '-')
  return hyphenated.slice(0, 63).replace(/^-+|-+$/g, '')
}

/** Plays GitLab's runner for the jobs of one project; their cache outlives them. */
export class GitLabRunner {
  readonly #caches: string
  readonly #defaultBranch: string
  readonly #written: string[] = []

  private constructor(caches: string, defaultBranch: string) {
    this.#caches = caches
    this.#defaultBranch = defaultBranch
  }

  static async create({ defaultBranch = 'main' } = {}): Promise<GitLabRunner> {
    return new GitLabRunner(await temporaryDirectory(), defaultBranch)
  }

  /** The keys of the caches that jobs wrote, in that order. */
  get written(): readonly string[] {
    return this.#written
  }

  async run(
    job: GitLabJob,
    { branch = this.#defaultBranch, tag, variables = {}, over = {} }: Occasion = {},
  ): Promise<ScriptEnd & { readonly workspace: string }> {
    const workspace = await temporaryDirectory()
    const predefined = {
      CI_DEFAULT_BRANCH: this.#defaultBranch,
      CI_COMMIT_REF_SLUG: slugOf(tag ?? branch),
      ...(tag === undefined ? { CI_COMMIT_BRANCH: branch } : { CI_COMMIT_TAG: tag }),
    }
    const outer: Texts = { ...predefined, ...variables }
    const expanded = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => outer[name] ?? '')
    const own = Object.entries({ ...job.variables, ...over }).map(([name, text]) => [name, expanded(text)])
    const env = { ...outer, ...Object.fromEntries(own) }
    const caches = (policy: string) =>
      job.cache
        .filter((one) => one.policy === policy)
        .map(({ key, paths }) => ({ key: expanded(key), paths }))
    const cached = (key: string, path: string) => join(this.#caches, encodeURIComponent(key), path)
    for (const { key, paths } of caches('pull'))
      for (const path of paths) await copyIfThere(cached(key, path), join(workspace, path))
    const ended = await runScript({ text: job.script.join('\n'), cwd: workspace, env })
    for (const { key, paths } of caches('push')) {
      for (const path of paths) await copyIfThere(join(workspace, path), cached(key, path))
      this.#written.push(key)
    }
    return { ...ended, workspace }
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true })
}
