import { applyAll, type Deviations } from './apply.ts'
import { deviations } from './deviations.ts'
import { contractPolicies, type Policies } from './policies/index.ts'

/** What a switch is for. */
export const switchKinds = ['fault', 'variant'] as const
/** One of `switchKinds`. */
export type SwitchKind = (typeof switchKinds)[number]

/** Which faults and variants a running service has; each can be switched on and off by its id. */
export class Switches {
  readonly #on: Record<SwitchKind, readonly string[]>

  /** @throws Error for an unknown id; its message is one line that names the nearest known id */
  constructor({ faults = [], variants = [] }: Deviations = {}) {
    for (const id of faults) deviations.fault(id)
    for (const id of variants) deviations.variant(id)
    this.#on = { fault: faults, variant: variants }
  }

  /** Those of a kind that are on, in the order in which they were switched on. */
  on(kind: SwitchKind): readonly { readonly id: string; readonly description: string }[] {
    return this.#on[kind].map(deviations[kind])
  }

  /** New policies with all that is on. What a fault remembered of earlier requests, it no longer knows. */
  policies(): Policies {
    return applyAll(contractPolicies, { faults: this.#on.fault, variants: this.#on.variant })
  }

  /**
   * Switches a fault or a variant on or off; nothing changes where it is so already.
   * @throws Error for an unknown id, and for one that is about the data that a service starts with; its message is one
   * line
   */
  turn(kind: SwitchKind, id: string, to: 'on' | 'off'): void {
    requireSwitchable(kind, id)
    const others = this.#on[kind].filter((one) => one !== id)
    this.#on[kind] = to === 'on' ? [...others, id] : others
  }

  /**
   * Switches on these, and off all others.
   * @throws Error as {@link turn}; nothing has changed then
   */
  use({ faults = [], variants = [] }: Deviations): void {
    const wanted = { fault: faults, variant: variants }
    for (const kind of switchKinds) {
      const [before, after] = [this.#on[kind], wanted[kind]]
      for (const id of [...before, ...after])
        if (!before.includes(id) || !after.includes(id)) requireSwitchable(kind, id)
    }
    Object.assign(this.#on, wanted)
  }
}

/** @throws Error for an unknown id, and for one that is about the data that a service starts with */
function requireSwitchable(kind: SwitchKind, id: string): void {
  const { apply } = deviations[kind](id)
  if (apply(contractPolicies).data !== contractPolicies.data)
    throw new Error(`${id} changes the data that the service starts with: start it with --${kind} ${id}`)
}
