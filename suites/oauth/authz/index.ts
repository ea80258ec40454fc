import { family } from '../../../harness/authoring/index.ts'
import { authz1 } from './authz-1.ts'
import { authz2 } from './authz-2.ts'
import { authz3 } from './authz-3.ts'
import { authz4 } from './authz-4.ts'
import { authz5 } from './authz-5.ts'
import { authz6 } from './authz-6.ts'
import { authz7 } from './authz-7.ts'
import { authz8 } from './authz-8.ts'
import { authz9 } from './authz-9.ts'
import { authz10 } from './authz-10.ts'
import { authz11 } from './authz-11.ts'
import { authz12 } from './authz-12.ts'
import { authz13 } from './authz-13.ts'

/** The authorization endpoint: what leads to a code at the redirect URI, and what must not. */
export const authz = family('AUTHZ', [
  authz1,
  authz2,
  authz3,
  authz4,
  authz5,
  authz6,
  authz7,
  authz8,
  authz9,
  authz10,
  authz11,
  authz12,
  authz13,
])
