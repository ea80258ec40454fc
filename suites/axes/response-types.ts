import { only } from '../support/only.ts'

/** Words of OAuth and OpenID Connect that response types are lists of. */
const WORDS = ['code', 'token', 'id_token', 'none']

/** Each word of OpenID Connect beside each other one, in each order, and all three that give something. */
const LISTS = [
  ...WORDS.flatMap((one) => WORDS.filter((other) => other !== one).map((other) => `${one} ${other}`)),
  'code id_token token',
  'code token id_token',
  'id_token code token',
  'id_token token code',
  'token code id_token',
  'token id_token code',
]

/** What is not exactly `code`, nor a list. */
const OTHERS: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  empty: '',
  token: 'token',
  id_token: 'id_token',
  none: 'none',
  'upper case': 'CODE',
  'capital letter': 'Code',
  'code with a suffix': 'code2',
  'code twice': 'code code',
  'code twice without a blank': 'codecode',
  'a blank before': ' code',
  'a blank behind': 'code ',
  'a line break behind': 'code\n',
  'a NUL behind': 'code\0',
  'a fullwidth letter': 'ｃode',
  'percent-encoded once more': '%63ode',
  'a list with a comma': 'code,token',
  'a list with a plus sign': 'code+token',
  'a wildcard': '*',
  'an SQL condition': "code' OR '1'='1",
  'the word undefined': 'undefined',
  'a name of a prototype': 'constructor',
  'the name of the grant': 'authorization_code',
  unknown: 'made_up',
  'the first letters': 'cod',
  'a capital letter within': 'cOde',
  'the letters in another order': 'deco',
  'a number': '1',
  'another word for it': 'auth_code',
}

/** Everything else than `code` that stands where it belongs. */
export const WRONG_RESPONSE_TYPES: Readonly<Record<string, string | undefined>> = {
  ...OTHERS,
  ...Object.fromEntries(LISTS.map((list) => [list.replaceAll(' ', ' and '), list])),
}

const MAIN_WRONG = [
  'empty',
  'none',
  'capital letter',
  'code twice',
  'code and token',
  'token and code',
  'unknown',
]

/** Those that stand for the rest where another client asks. */
export const LIKE_CODE = only(WRONG_RESPONSE_TYPES, MAIN_WRONG)
