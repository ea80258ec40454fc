import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, type RequirementTest } from '../../../harness/authoring/index.ts'
import { isMainRow } from '../../axes/askers.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { actorOf, changesOf } from './actor.ts'
import { seenBy } from './seen-by.ts'
import { isMain, WHOSE, type Whose } from './whose.ts'
import { ALL_WRONG_EXCHANGES, headersOf, WRONG_EXCHANGES } from './wrong-exchanges.ts'

/** Which requirements have such exchanges. */
type Id = keyof typeof WRONG_EXCHANGES

/** A code that wrong exchanges of all kinds were tried with, and the right one at the end. */
interface TriedCode {
  /** By name; those that came after tokens were given are missing. */
  readonly wrong: ReadonlyMap<string, Exchange>
  /** Whether the code worked still: then each was refused for its own sake. */
  readonly isAlive: boolean
  /** What came of the code when it came once more, where it had worked. */
  readonly again?: Exchange
}

/** What only the other requirements' longer tables leave open of the main user and client. */
const OF_MAIN: readonly Id[] = ['TOKEN-7']

/**
 * Wrong exchanges of a code of each user and client, one after the other. Where the service uses a code up with one of
 * them, each is tried with a code of its own.
 * @param judge throws ViolationError where the answer should have been another.
 */
export function inTriedCodes(id: Id, judge: (exchange: Exchange) => void): RequirementTest {
  const names = Object.fromEntries(Object.keys(WRONG_EXCHANGES[id]).map((name) => [name, name]))
  return covering(
    'of each user and client',
    { name: axis('wrong exchange', names), ...WHOSE },
    async (context, { name, ...whose }) => {
      const { wrong, isAlive } = await codeInWrongExchanges(context, whose)
      const answer = wrong.get(name)
      const isTelling = answer && (isAlive || givesToken(answer))
      judge(isTelling ? seenBy(context, answer) : await tryAlone(context, whose, name))
    },
    { strength: 3, except: (row) => isMainRow(row) && !OF_MAIN.includes(id) },
  )
}

/** What a code is tried with first may decide what becomes of it next: the second client's codes meet the last ones first. */
function inOrder<One>({ client }: Whose, all: readonly One[]): readonly One[] {
  return client === 'second client' ? all.toReversed() : all
}

/** @throws NotApplicableError where the target knows no such user or client. */
export function codeInWrongExchanges(context: Context, whose: Whose): Promise<TriedCode> {
  const actor = actorOf(context, whose)
  const asker = actor.asker.apart()
  const chosen = isMain(whose)
    ? OF_MAIN.flatMap((id) => Object.entries(WRONG_EXCHANGES[id]))
    : inOrder(whose, ALL_WRONG_EXCHANGES)
  return context.once(`wrong exchanges of ${whose.user}, ${whose.client}`, async () => {
    const code = await asker.obtainCode()
    const wrong = new Map<string, Exchange>()
    for (const [name, spoil] of chosen) {
      const changes = changesOf(spoil, { ...actor, code })
      if (changes) wrong.set(name, await asker.exchangeCode(code, changes, headersOf(name, actor)))
      if ([...wrong.values()].some(givesToken)) return { wrong, isAlive: false }
    }
    const isAlive = givesToken(await asker.exchangeCode(code))
    // A code of the main user that comes again may end what other tests hold.
    const isLast = whose.user === FIRST_HOLDER.user || !isAlive
    return { wrong, isAlive, ...(isLast ? {} : { again: await asker.exchangeCode(code) }) }
  })
}

async function tryAlone(context: Context, whose: Whose, name: string): Promise<Exchange> {
  const actor = actorOf(context, whose)
  const { asker } = actor
  const [, spoil] = ALL_WRONG_EXCHANGES.find(([one]) => one === name) ?? []
  const code = await asker.obtainCode()
  const changes = spoil && changesOf(spoil, { ...actor, code })
  if (!changes) throw new NotApplicableError('the target has no such value')
  return asker.exchangeCode(code, changes, headersOf(name, actor))
}
