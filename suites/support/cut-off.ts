import { recordOf } from '../../client/donations/record.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, ViolationError } from '../../harness/authoring/index.ts'

const NAME = 'Ada'

/**
 * Whether the service is seen to cut this off behind texts before it looks at them (TrimStrings of Laravel): what is sent
 * with it is then sent without it, which UPDATE-18 leaves open.
 */
export async function cutsOff(context: Context, donation: string, tail: string): Promise<boolean> {
  const exchange = await context.api.update('PATCH', donation, { donor_first_name: NAME + tail })
  return recordOf(exchange)?.donor_first_name === NAME
}

/**
 * Judges what may turn out to be open.
 * @param isOpen is asked only where the check fails.
 * @throws NotApplicableError where it is open.
 */
export async function unlessCutOff(
  check: () => Promise<void>,
  isOpen: () => Promise<boolean>,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (error instanceof ViolationError && (await isOpen()))
      throw new NotApplicableError('what stands around texts is cut off, which is open')
    throw error
  }
}
