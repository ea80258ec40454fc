import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tool } from '../../harness/model/tool.ts'
import { checkout } from '../system/project.ts'

test.each(['docs/ci.md', 'docs/dashboard.md', 'README.md'])(
  'the set-ups of %s name the version that they are of',
  async (file) => {
    const docs = await readFile(join(checkout, file), 'utf8')
    const named = [...docs.matchAll(/(?:@v?|version: '?)(\d+\.\d+\.\d+)/g)].map(([, version]) => version)
    expect(new Set(named)).toEqual(new Set([tool.version]))
  },
)
