import { InconclusiveError } from '../../contract/verdict.ts'
import type { Examination } from '../session/examination.ts'
import { Scenario } from '../session/scenario.ts'

/** Updates that any service takes. Not every application knows all fields: the first that it takes serves all tests. */
export const ordinaryChanges = [
  (number: number) => ({ memo: `With thanks, no. ${number}` }),
  (number: number) => ({ donor_city: `Springfield ${number}` }),
  (number: number) => ({ donor_first_name: `Ann ${'I'.repeat(number + 1)}` }),
  (number: number) => ({ donor_last_name: `Smith ${'I'.repeat(number + 1)}` }),
  (number: number) => ({ donor_address_line_1: `${number + 1} Elm Street` }),
] as const

/**
 * Connects once and updates a donation, before anything is judged.
 * @returns why the application cannot be examined; undefined where it answers, however that is
 */
export async function ordinaryFlow(examination: Examination): Promise<string | undefined> {
  const scenario = new Scenario(examination, 'first contact')
  const arrival = await scenario.openConnect()
  if (arrival.kind === 'stuck') {
    const { method, path } = examination.config.connect
    return `the application gives no answer to ${method} ${path}: ${arrival.why}`
  }
  try {
    await scenario.connect()
    const [donation] = scenario.account.donations
    if (donation === undefined) return undefined
    for (const change of ordinaryChanges) {
      const { outcome, sent } = await scenario.update(donation, change(0))
      if (outcome !== 'done' || sent.length === 0) continue
      examination.ordinaryChange = change
      return undefined
    }
  } catch (error) {
    // What does not work here is judged where it matters.
    if (!(error instanceof InconclusiveError)) throw error
  }
  return undefined
}
