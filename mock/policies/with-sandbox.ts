import type { Store } from '../store.ts'
import { combine, type PolicyChange, replace } from './replace.ts'

/** A change of decisions that know the store of the sandbox, wherever they are asked. */
export function withSandbox(change: (sandbox: () => Store | undefined) => PolicyChange): PolicyChange {
  return (policies) => {
    let sandbox: Store | undefined
    const keeping = replace('data', ({ openStores }) => ({
      openStores() {
        const stores = openStores()
        sandbox = stores.sandbox
        return stores
      },
    }))
    return combine(
      keeping,
      change(() => sandbox),
    )(policies)
  }
}
