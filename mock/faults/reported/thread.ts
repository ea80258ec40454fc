import type { FaultSource } from '../fault.ts'

/** A thread of a project on GitHub, such as `ory/fosite#778`. */
export function thread(name: `${string}/${string}#${number}`): FaultSource {
  const [project = '', number] = name.split('#')
  return { project, thread: `https://github.com/${project}/issues/${number}` }
}
