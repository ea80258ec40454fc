import type { FormParameters } from '../../client/oauth/oauth.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_CODE } from '../support/unknown.ts'

/** What the contract's table of token request parameters lists for a code exchange, each with a wrong value. */
export const WRONG = {
  grant_type: 'made_up',
  code: UNKNOWN_CODE,
  client_id: UNKNOWN_CLIENT_ID,
  client_secret: 'wrong',
  redirect_uri: 'https://elsewhere.example/callback',
} as const satisfies FormParameters

const NAMES = Object.keys(WRONG)

/** RFC 6749, 3.2 treats a parameter without a value as one that was left out. */
const LACKING_ONE: Readonly<Record<string, FormParameters>> = Object.fromEntries(
  NAMES.flatMap((name) => [
    [`${name} missing`, { [name]: undefined }],
    [`${name} empty`, { [name]: '' }],
  ]),
)

const LACKING_TWO: Readonly<Record<string, FormParameters>> = Object.fromEntries(
  NAMES.flatMap((one, index) =>
    NAMES.slice(index + 1).flatMap((other) => [
      [`${one} and ${other} missing`, { [one]: undefined, [other]: undefined }],
    ]),
  ),
)

const LACKING_BESIDE_WRONG: Readonly<Record<string, FormParameters>> = Object.fromEntries(
  NAMES.flatMap((one) =>
    Object.entries(WRONG)
      .filter(([other]) => other !== one && other !== 'grant_type')
      .map(([other, value]) => [`${one} missing, ${other} wrong`, { [one]: undefined, [other]: value }]),
  ),
)

/** Exchanges that lack one parameter. */
export const LACKING = LACKING_ONE

/**
 * Exchanges that lack two parameters, or one where another is wrong: what is looked at first must not hide what is looked
 * at second.
 */
export const LACKING_MORE: Readonly<Record<string, FormParameters>> = {
  ...LACKING_TWO,
  ...LACKING_BESIDE_WRONG,
  'client_id and client_secret empty': { client_id: '', client_secret: '' },
  'all but the code missing': Object.fromEntries(
    NAMES.filter((name) => name !== 'code').map((name) => [name, undefined]),
  ),
}

const NO_SECRET = { client_secret: undefined }
const WRONG_SECRET = { client_secret: WRONG.client_secret }
const NO_CLIENT = { client_id: undefined, client_secret: undefined }
const VERIFIER = { code_verifier: 'never-announced-0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd' }
const ASSERTION = {
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: 'eyJhbGciOiJub25lIn0.e30.',
}

/** Wrong credentials beside something else that is wrong, or only more than usual. */
export const BESIDE: Readonly<Record<string, () => FormParameters>> = {
  'client_secret missing, redirect_uri missing': () => ({ ...NO_SECRET, redirect_uri: undefined }),
  'client_secret wrong, redirect_uri missing': () => ({ ...WRONG_SECRET, redirect_uri: undefined }),
  'client_secret wrong, redirect_uri wrong': () => ({ ...WRONG_SECRET, redirect_uri: WRONG.redirect_uri }),
  'client_secret missing, a PKCE verifier': () => ({ ...NO_SECRET, ...VERIFIER }),
  'client_secret wrong, a PKCE verifier': () => ({ ...WRONG_SECRET, ...VERIFIER }),
  'client_id and client_secret missing, a PKCE verifier': () => ({ ...NO_CLIENT, ...VERIFIER }),
  'client_secret missing, a client assertion': () => ({ ...NO_SECRET, ...ASSERTION }),
  'client_secret wrong, a client assertion': () => ({ ...WRONG_SECRET, ...ASSERTION }),
  'client_id and client_secret missing, a client assertion': () => ({ ...NO_CLIENT, ...ASSERTION }),
  'client_id unknown, client_secret missing': () => ({ ...NO_SECRET, client_id: WRONG.client_id }),
}
