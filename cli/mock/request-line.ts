import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { SeenRequest } from '../../mock/observe.ts'
import { oneLine } from '../../reports/text.ts'

/**
 * One request in one line, without the line break: when it came (UTC, by the service's clock), environment, method,
 * path without secrets, status, milliseconds, and the requirements that it touches.
 */
export function requestLine(seen: SeenRequest, secrets: SecretRegistry): string {
  const { at, environment, method, path, status, milliseconds, requirements } = seen
  const time = new Date(at).toISOString().slice(11, 19)
  const took = `${Math.round(milliseconds)} ms`
  return [
    ...[time, environment.padEnd(10), method.padEnd(5), oneLine(secrets.redact(path)), status, took],
    ...requirements,
  ].join(' ')
}
