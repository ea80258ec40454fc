import { jsonOf, mediaType, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { REJECTIONS } from '../../support/rejections.ts'

export const error4 = requirement(
  'ERROR-4',
  cases(REJECTIONS, async (context, provoke, name) => {
    context.observe(name, shapeOf(await provoke(context)))
  }),
)

/** The keys of an error body, which say what shape it has and nothing that changes from run to run. */
function shapeOf(exchange: Exchange): string {
  const body = jsonOf(exchange)
  const keys =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).toSorted() : []
  const shape = Array.isArray(body) ? 'an array' : keys.length ? `keys ${keys.join(', ')}` : typeof body
  return `${statusOf(exchange)} ${mediaType(exchange) || 'without content type'}, ${shape}`
}
