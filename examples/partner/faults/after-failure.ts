import type { Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'

/** Changes what is done for customers whose flow failed before; `hasFailed` tells who they are. */
export const afterFailure =
  (change: (hasFailed: (customer: Customer) => boolean) => PolicyChange): PolicyChange =>
  (policies) => {
    const failed = new WeakSet<Customer>()
    return combine(
      replace('pages', ({ notConnected }) => ({
        notConnected(c) {
          failed.add(c.var.customer)
          return notConnected(c)
        },
      })),
      change((customer) => failed.has(customer)),
    )(policies)
  }
