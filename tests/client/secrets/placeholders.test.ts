import { expect, test } from 'vitest'
import { inSeries } from '../../../client/secrets/placeholders.ts'

test('what two shards numbered alike stands for different secrets', () => {
  const url = '/callback?code=<code-2>'
  expect(inSeries({ url, body: ['<access_token-1> <cookie>'] }, 3)).toEqual({
    url: '/callback?code=<code-3.2>',
    body: ['<access_token-3.1> <cookie>'],
  })
})
