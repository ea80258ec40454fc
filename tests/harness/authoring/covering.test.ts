import { expect, test } from 'vitest'
import { axis } from '../../../harness/authoring/axis.ts'
import { covering } from '../../../harness/authoring/covering.ts'
import { trial } from '../samples.ts'

test('a test gets the values, and a name that tells them', async () => {
  const seen: string[] = []
  const tested = covering(
    'both',
    { by: axis('method', { PUT: 1, PATCH: 2 }), what: axis('what', { a: 'x' }) },
    async (_context, { by, what }, name) => {
      seen.push(`${name} = ${by}${what}`)
    },
  )
  await tested.run(trial())
  expect(seen.toSorted()).toEqual(['PATCH, a = 2x', 'PUT, a = 1x'])
})
