import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

const required = ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri']

const lacking = required.flatMap((name): [string, FormParameters][] => [
  [`${name} missing`, { [name]: undefined }],
  [`${name} empty`, { [name]: '' }],
])

export const token10 = requirement(
  'TOKEN-10',
  cases(Object.fromEntries(lacking), async ({ oauth }, changes) => {
    expect(await oauth.exchange(await oauth.obtainCode(), changes)).toGiveNoToken()
  }),
)
