import { isJsonObject, jsonOf, mediaType, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { REJECTIONS } from '../../support/rejections.ts'

/** One answer for each reason to refuse an update. */
export const error4 = requirement(
  'ERROR-4',
  cases(REJECTIONS, async (context, provoke, name) => {
    const exchange = await provoke(context)
    const type = mediaType(exchange) || 'without content type'
    context.observe(name, `${statusOf(exchange)} ${type}, ${shapeOf(exchange)}`)
  }),
)

/** The keys of an error body say what shape it has, and unlike its values they are the same from run to run. */
function shapeOf(exchange: Exchange): string {
  const body = jsonOf(exchange)
  if (Array.isArray(body)) return 'an array'
  const keys = isJsonObject(body) ? Object.keys(body).toSorted() : []
  return keys.length > 0 ? `keys ${keys.join(', ')}` : typeof body
}
