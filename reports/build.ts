import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { catalogue, openapiDocument } from '../contract/index.ts'
import { tool } from '../harness/model/tool.ts'
import { digestOf, digestOfJson, type Sha256 } from './digest.ts'

/** Which program it is that judges, and by which contract. */
export interface Build {
  readonly name: string
  readonly version: string
  /** The commit that it was built from, with `-dirty` where files differed; absent where that is not known. */
  readonly commit?: string
  /** Of the package's program files. */
  readonly digest: Sha256
  /** Of the requirements: ids, levels, statements, sources. */
  readonly catalogue: Sha256
  /** Of the interface as the suite knows it: the OpenAPI document. */
  readonly contract: Sha256
}

const root = dirname(createRequire(import.meta.url).resolve('donation-conformance/package.json'))

/** The program files that package.json publishes: what else dist/ holds is of use in a checkout only. */
const PUBLISHED = /^dist\/((chunks|cli|lib)\/[^/]+|(proof|suites)\/bundle|reports\/html\/browser)\.js$/

/**
 * package.json and the program files of dist/ that are published. Sorted.
 * @param root where package.json is
 */
export function programFiles(root: string): string[] {
  const leftOver = leftOverChunks(root)
  const dist = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('dist', name).split(sep).join('/'))
    .filter((name) => PUBLISHED.test(name) && !leftOver.includes(name))
  return ['package.json', ...dist].sort()
}

/** What `build.js` left of earlier builds, for commands that still run from them; an installed package has none. */
function leftOverChunks(root: string): readonly string[] {
  try {
    const names = readFileSync(join(root, 'dist/chunks/.npmignore'), 'utf8').trim().split('\n')
    return names.map((name) => `dist/chunks/${name}`)
  } catch {
    return []
  }
}

function commit(): string | undefined {
  try {
    return readFileSync(join(root, 'dist/commit'), 'utf8').trim()
  } catch {
    return undefined
  }
}

let known: Build | undefined

/**
 * The build that is running. Its digest is the SHA-256 of what `sha256sum` prints for the program files in the order
 * of their names, as docs/certification.md shows.
 */
export function build(): Build {
  if (known) return known
  const lines = programFiles(root).map(
    (name) => `${digestOf(readFileSync(join(root, name))).sha256}  ${name}\n`,
  )
  const from = commit()
  known = {
    ...tool,
    ...(from === undefined ? {} : { commit: from }),
    digest: digestOf(lines.join('')),
    catalogue: digestOfJson(catalogue),
    contract: digestOfJson(openapiDocument()),
  }
  return known
}
