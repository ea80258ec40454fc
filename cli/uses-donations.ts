import { requirementById } from '../contract/index.ts'

/** Whether a run of these requirements changes donations; one of all does. */
export function usesDonations(only: readonly string[] | undefined): boolean {
  if (!only) return true
  return only.some((id) => requirementById(id).needs.some((need) => /donation|designation/.test(need)))
}
