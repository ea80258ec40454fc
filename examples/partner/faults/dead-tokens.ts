import type { Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'

/**
 * Keeps the refresh token of each customer whose connection is given up.
 * @param using what is done with them: the latest of each customer, empty where there was none
 */
export function keepingDeadTokens(using: (dead: WeakMap<Customer, string>) => PolicyChange): PolicyChange {
  return (policies) => {
    const dead = new WeakMap<Customer, string>()
    return combine(
      replace('tokens', ({ forget }) => ({
        forget(customer) {
          dead.set(customer, customer.connection?.tokens.refreshToken ?? '')
          forget(customer)
        },
      })),
      using(dead),
    )(policies)
  }
}
