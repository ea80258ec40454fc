import { replace } from '../policies/replace.ts'
import type { Decision } from './variant.ts'

/** The designation that there is goes with each field; one that is set or cleared comes last. */
const fieldByField = replace('wire', ({ api }) => {
  const designations = new Map<string, unknown>()
  return {
    async api(url, init) {
      if (init.body === undefined) return api(url, init)
      const asked: Readonly<Record<string, unknown>> = JSON.parse(String(init.body))
      const { designation_id: designation, ...others } = asked
      const before = designations.get(url)
      const kept = before ? { designation_id: before } : {}
      const fields = Object.entries(others).map(([name, value]) => ({ [name]: value, ...kept }))
      const isLast = fields.length === 0 || designation !== before
      const last = designation === undefined ? {} : { designation_id: designation }
      const send = (body: object) => api(url, { ...init, body: JSON.stringify(body) })
      for (const body of isLast ? fields : fields.slice(0, -1)) {
        const response = await send(body)
        if (!response.ok) return response
      }
      const response = await send(isLast ? last : (fields.at(-1) ?? {}))
      if (response.ok && designation !== undefined) designations.set(url, designation)
      return response
    },
  }
})

export const fieldByFieldDecisions: readonly Decision[] = [
  {
    name: 'how many calls an update takes',
    variants: [
      {
        id: 'field-by-field',
        description: 'Each field is sent by itself, with the designation that there is.',
        apply: fieldByField,
      },
    ],
  },
]
