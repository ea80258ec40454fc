import type { families } from '../../contract/index.ts'
import type { TestedRequirement } from './requirement.ts'

type ServiceFamily = Extract<(typeof families)[number], { side: 'service' }>
type IdOf<Name extends ServiceFamily['name']> = Extract<
  ServiceFamily,
  { name: Name }
>['requirements'][number]['id']

/** A family of the catalogue with the tests of its requirements. */
export interface TestedFamily {
  readonly name: ServiceFamily['name']
  readonly requirements: readonly TestedRequirement[]
}

/**
 * The tests of a family. An id of another family does not compile.
 * @throws Error where a requirement is listed twice.
 */
export function family<const Name extends ServiceFamily['name']>(
  name: Name,
  requirements: readonly TestedRequirement<IdOf<Name>>[],
): TestedFamily {
  const ids = requirements.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Error(`${name} lists a requirement twice`)
  return { name, requirements }
}
