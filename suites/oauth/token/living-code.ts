import type { RequirementTest } from '../../../harness/authoring/index.ts'
import { type Living, livingOf, mainAsker, type SpoilLiving, type Trying, withLiving } from './living.ts'

/** A code that nobody has exchanged yet. */
export type LivingCode = Living

/** What is wrong with an exchange, compared with one that succeeds. */
export type Spoil = SpoilLiving<LivingCode>

/** How exchanges with a living code are tried. */
interface Options extends Trying<LivingCode> {
  /** Whether the spoilt exchanges need the tokens of another login. */
  readonly needsTokens?: boolean
}

/** Wrong exchanges with a living code, as {@link withLiving} tries them. */
export function withLivingCode(
  label: string,
  axis: Parameters<typeof withLiving<LivingCode>>[1],
  { who = mainAsker, needsTokens = false, ...trying }: Options = {},
): RequirementTest {
  return withLiving<LivingCode>(label, axis, {
    ...trying,
    async begin(context) {
      const asker = who(context)
      const tokens = needsTokens ? await asker.signIn() : undefined
      return livingOf(context, asker, await asker.obtainCode(), tokens)
    },
    send: ({ asker, code }, changes) => asker.exchangeCode(code, changes),
  })
}
