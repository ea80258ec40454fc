import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { expect, remark } from '../../../harness/authoring/index.ts'

/**
 * A scheme and one token (RFC 6750, 2.1; RFC 9110, 11.4). What only begins like `Bearer` may pass for a Bearer header
 * that is malformed.
 */
const WELL_FORMED = /^(?!bearer[a-z])[a-z]+ [\w\-.~+/]+=*$/i

/** Longer headers may be refused for their length. */
const LONGEST = 4_000

/**
 * Judges that a call was refused for its Authorization header: with 401, or with any refusal where the header is
 * malformed or overlong (RFC 6750, 3.1), or where it is no update, whose 401 alone the contract names.
 * @throws ViolationError where it was not.
 */
export function expectShut(exchange: Exchange): void {
  const { method, headers } = exchange.request
  const { authorization = '' } = headers
  const isOdd = !WELL_FORMED.test(authorization) || authorization.length > LONGEST
  if (method !== 'GET' && !isOdd) expect(exchange).toHaveStatus(401)
  else {
    expect(exchange).toBeRefused()
    const status = statusOf(exchange)
    const what = isOdd ? 'an odd Authorization header' : 'a call for the organizations without a right token'
    if (status !== 401) remark([exchange], `${what} was refused with status ${status}`)
  }
}
