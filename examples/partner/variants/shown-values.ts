import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { DONOR_FIELDS } from '../../../contract/index.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'

type Body = Readonly<Record<string, unknown>>

const answer = z.object({ data: z.record(z.string(), z.unknown()) })

/** Writes updates by what the service showed of the donation last. */
function knowing(write: (body: Body, shown: Body) => Body): PolicyChange {
  return replace('wire', ({ api }) => {
    const records = new Map<string, Body>()
    return {
      async api(url, init) {
        if (init.body === undefined) return api(url, init)
        const body = write(JSON.parse(String(init.body)), records.get(url) ?? {})
        const response = await api(url, { ...init, body: JSON.stringify(body) })
        const { data } = answer.safeParse(
          await response
            .clone()
            .json()
            .catch(() => undefined),
        )
        if (data) records.set(url, data.data)
        return response
      },
    }
  })
}

/** Leaves out what the service has already, but for the designation, which that would clear. */
export const withoutWhatIsShown = knowing((body, shown) => {
  const news = Object.entries(body).filter(
    ([name, value]) => name === 'designation_id' || !isDeepStrictEqual(shown[name], value),
  )
  return Object.fromEntries(news)
})

/** Sends all of the donor, as the service showed it. */
export const withAllThatIsShown = knowing((body, shown) => ({
  ...Object.fromEntries(DONOR_FIELDS.flatMap((name) => (name in shown ? [[name, shown[name]]] : []))),
  ...body,
}))
