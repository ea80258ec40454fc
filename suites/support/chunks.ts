import { wantsLength } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { knowsHttp11 } from '../../client/http/http-version.ts'
import { NotApplicableError } from '../../contract/verdict.ts'

/**
 * To be asked before an answer to a body in chunks is held against the service.
 * @throws NotApplicableError where HTTP lets it have none.
 */
export async function requireChunks(exchange: Exchange): Promise<void> {
  if (wantsLength(exchange))
    throw new NotApplicableError('the service wants the length of a body, as HTTP lets it')
  if (!(await knowsHttp11(exchange.request.url)))
    throw new NotApplicableError('the service speaks HTTP/1.0, which has no bodies in chunks')
}
