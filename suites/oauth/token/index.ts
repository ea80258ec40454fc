import { family } from '../../../harness/authoring/index.ts'
import { token1 } from './token-1.ts'
import { token2 } from './token-2.ts'
import { token3 } from './token-3.ts'
import { token4 } from './token-4.ts'
import { token5 } from './token-5.ts'
import { token6 } from './token-6.ts'
import { token7 } from './token-7.ts'
import { token8 } from './token-8.ts'
import { token9 } from './token-9.ts'
import { token10 } from './token-10.ts'
import { token11 } from './token-11.ts'
import { token12 } from './token-12.ts'
import { token13 } from './token-13.ts'
import { token14 } from './token-14.ts'
import { token15 } from './token-15.ts'
import { token16 } from './token-16.ts'
import { token17 } from './token-17.ts'
import { token18 } from './token-18.ts'

/**
 * Exchanging a code at the token endpoint: who gets tokens for it, once, what the tokens are made of, and what a refusal
 * looks like.
 */
export const token = family('TOKEN', [
  token1,
  token2,
  token3,
  token4,
  token5,
  token6,
  token7,
  token8,
  token9,
  token10,
  token11,
  token12,
  token13,
  token14,
  token15,
  token16,
  token17,
  token18,
])
