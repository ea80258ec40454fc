import { type Call, formOf } from '../service/call.ts'
import type { Registration } from '../service/service.ts'

/**
 * What is wrong with a request to the token endpoint, as the contract documents it: a POST, a form, each parameter once
 * and as it was given, and nothing secret in the URL. More parameters are legal.
 * @param wanted the parameters beside the client's credentials
 */
export function tokenRequestProblems(
  call: Call,
  { clientId, clientSecret }: Pick<Registration, 'clientId' | 'clientSecret'>,
  wanted: Readonly<Record<string, string>>,
): string[] {
  const form = formOf(call)
  const type = call.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const isForm = type === 'application/x-www-form-urlencoded'
  const parameters = { ...wanted, client_id: clientId, client_secret: clientSecret }
  const secrets = Object.entries(parameters).filter(([name]) =>
    /^(code|client_secret|refresh_token)$/.test(name),
  )
  const inUrl = secrets.filter(([name, value]) => isIn(call.query, name, value)).map(([name]) => name)
  return [
    ...(call.method === 'POST' ? [] : [`method ${call.method}`]),
    ...(isForm ? [] : [`content type ${type ?? 'none'}`]),
    ...(isForm
      ? Object.entries(parameters).flatMap(([name, value]) => {
          const given = form.filter(([one]) => one === name)
          if (given.length === 0) return [`no ${name} in the form`]
          if (given.length > 1) return [`${name} ${given.length} times`]
          return given[0]?.[1] === value ? [] : [`another ${name}`]
        })
      : []),
    ...(inUrl.length > 0 ? [`${inUrl.join(' and ')} in the URL`] : []),
  ]
}

/** Whether the query holds the value, under its name or any other. */
function isIn(query: string, name: string, value: string): boolean {
  const parameters = new URLSearchParams(query)
  return parameters.has(name) || [...parameters.values()].includes(value)
}
