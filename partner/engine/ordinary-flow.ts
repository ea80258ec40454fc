import type { Examination } from '../session/examination.ts'
import { Scenario } from '../session/scenario.ts'

/**
 * Opens the page to connect once, before anything is judged.
 * @returns why the application cannot be examined; undefined where it answers
 */
export async function ordinaryFlow(examination: Examination): Promise<string | undefined> {
  const scenario = new Scenario(examination, 'first contact')
  const arrival = await scenario.openConnect()
  if (arrival.exchange.failure === undefined) return undefined
  const { method, path } = examination.config.connect
  return `the application gives no answer to ${method} ${path}: ${arrival.exchange.failure.message}`
}
