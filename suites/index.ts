import type { TestedFamily } from '../harness/authoring/index.ts'
import { advisor } from './donation/advisor/index.ts'
import { designation } from './donation/designation/index.ts'
import { pledged } from './donation/pledged/index.ts'
import { update } from './donation/update/index.ts'
import { error } from './general/error/index.ts'
import { limit } from './general/limit/index.ts'
import { version } from './general/version/index.ts'
import { authz } from './oauth/authz/index.ts'
import { bearer } from './oauth/bearer/index.ts'
import { env } from './oauth/env/index.ts'
import { org } from './oauth/org/index.ts'
import { refresh } from './oauth/refresh/index.ts'
import { token } from './oauth/token/index.ts'

/** Every family of the service's side, in the order of the catalogue. */
export const suites: readonly TestedFamily[] = [
  env,
  authz,
  token,
  org,
  refresh,
  bearer,
  update,
  pledged,
  designation,
  advisor,
  error,
  version,
  limit,
]
