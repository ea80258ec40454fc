import { faults as allFaults, type Fault, faultById } from './faults/index.ts'
import { variants as allVariants, type Variant, variantById } from './variants/index.ts'

/**
 * Finds a fault or a variant by its id.
 * @throws Error for an unknown id; its message is one line that names the nearest known id, or says that it is of the other
 * kind
 */
export const deviations = {
  fault(id: string): Fault {
    if (allVariants.some((one) => one.id === id))
      throw new Error(`${JSON.stringify(id)} is a variant, no fault`)
    return faultById(id)
  },
  variant(id: string): Variant {
    if (allFaults.some((one) => one.id === id))
      throw new Error(`${JSON.stringify(id)} is a fault, no variant`)
    return variantById(id)
  },
}
