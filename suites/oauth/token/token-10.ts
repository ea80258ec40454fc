import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

const REQUIRED = ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri']

/** RFC 6749, 3.2 treats a parameter without a value as one that was left out. */
const LACKING: Readonly<Record<string, FormParameters>> = Object.fromEntries(
  REQUIRED.flatMap((name) => [
    [`${name} missing`, { [name]: undefined }],
    [`${name} empty`, { [name]: '' }],
  ]),
)

/** An ordinary exchange but for one parameter, each time with a code of its own. */
export const token10 = requirement(
  'TOKEN-10',
  cases(LACKING, async ({ oauth }, changes) => {
    const code = await oauth.obtainCode()
    expect(await oauth.exchange(code, changes)).toGiveNoToken()
  }),
)
