import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import dotenv from 'dotenv'
import { parse } from 'yaml'
import { z } from 'zod'
import { temporaryDirectory } from '../cli/places.ts'
import { checkout } from '../system/project.ts'
import { filledIn, isDue } from './expressions.ts'
import { runScript, THIS_BUILD } from './shell.ts'

const texts = z.record(z.string(), z.string())
const stepSchema = z.object({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: texts.default({}),
  run: z.string().optional(),
  env: texts.default({}),
})
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(stepSchema) }),
})

/** The action of this project, as it is written. */
export const actionText = await readFile(join(checkout, 'action.yml'), 'utf8')
/** The same, read. */
export const action = actionSchema.parse(parse(actionText))

/** The job that uses the action: a run of the default branch, but for what is said. */
interface Job {
  readonly ref?: string
  readonly event?: string
  readonly env?: Readonly<Record<string, string>>
  readonly workspace?: string
}

/** What a job sees of the action that it used. */
export interface Used {
  readonly succeeded: boolean
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  readonly log: string
  /** What is left in the runner's temporary directory, all of it in one text. */
  readonly left: string
}

type Outputs = Record<string, string>

/** Plays GitHub's runner for the jobs of one repository; their caches outlive them. */
export class Runner {
  readonly #caches = new Map<string, { readonly path: string; readonly content: Buffer }>()
  #jobs = 0

  /** The keys of all caches that were kept. */
  get kept(): string[] {
    return [...this.#caches.keys()]
  }

  /** Runs a job that uses the action with these inputs, and this checkout's build where they name no version. */
  async use(inputs: Readonly<Record<string, string>>, job: Job = {}): Promise<Used> {
    const { ref = 'refs/heads/main', event: event_name = 'push', env = {} } = job
    const workspace = job.workspace ?? (await temporaryDirectory())
    const temp = await temporaryDirectory()
    const summary = join(temp, 'summary.md')
    const defaults = Object.entries(action.inputs).map(([name, one]) => [name, one.default])
    const steps: Record<string, { outputs: Outputs }> = {}
    const contexts = {
      inputs: { ...Object.fromEntries(defaults), version: THIS_BUILD, ...inputs },
      steps,
      github: {
        ref,
        event_name,
        // GitHub says nothing of the repository where a schedule began the run.
        event: event_name === 'schedule' ? {} : { repository: { default_branch: 'main' } },
        run_id: ++this.#jobs,
        run_attempt: 1,
      },
    }
    const valuesOf = (all: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(all).map(([name, text]) => [name, filledIn(text, contexts)]))
    let succeeded = true
    let log = ''
    for (const [index, step] of action.runs.steps.entries()) {
      if (!isDue(step.if, contexts, succeeded)) continue
      const output = join(temp, `output-${index}`)
      if (step.run === undefined) {
        steps[step.id ?? index] = { outputs: await this.#cache(step.uses, valuesOf(step.with), workspace) }
        continue
      }
      const variables = {
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: checkout,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temp,
      }
      const ended = await runScript({
        text: step.run,
        cwd: workspace,
        env: { ...variables, ...env, ...valuesOf(step.env) },
      })
      const outputs = existsSync(output) ? dotenv.parse(await readFile(output)) : {}
      steps[step.id ?? index] = { outputs }
      log += ended.log
      succeeded &&= ended.status === 0
    }
    return {
      succeeded,
      outputs: valuesOf(
        Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value])),
      ),
      summary: existsSync(summary) ? await readFile(summary, 'utf8') : '',
      log,
      left: await contentOf(temp),
    }
  }

  /** What the actions of `actions/cache` do with one file. */
  async #cache(uses: string | undefined, given: Outputs, workspace: string): Promise<Outputs> {
    const { path = '', key = '', 'restore-keys': prefix = key } = given
    const file = join(workspace, path)
    if (uses === 'actions/cache/save@v4') {
      this.#caches.set(key, { path, content: await readFile(file) })
      return {}
    }
    if (uses !== 'actions/cache/restore@v4') throw new Error(`there is no action ${uses} here`)
    const [match] = [...this.#caches]
      .filter(([name, cache]) => name.startsWith(prefix) && cache.path === path)
      .reverse()
    if (!match) return { 'cache-primary-key': key }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, match[1].content)
    return { 'cache-primary-key': key, 'cache-matched-key': match[0] }
  }
}

/** The texts of all files in a directory, but for the packages that were installed there. */
async function contentOf(directory: string): Promise<string> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile() && !one.parentPath.includes('node_modules'))
  const texts = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'utf8')))
  return texts.join('\n')
}
