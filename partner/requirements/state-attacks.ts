import { randomToken } from '../../mock/random.ts'

/**
 * What the attacked browser did before: nothing, looked at the first page, so that it may have a session, began a flow
 * that is not finished, came back with a code that was refused, connected, or went on to a second flow.
 */
type Before =
  | 'never came'
  | 'only looked around'
  | 'began a flow'
  | 'had a code refused'
  | 'finished a flow'
  | 'finished a flow and began another'

/** States that an attacker or a mistake may come by. */
interface States {
  /** Of the attacked browser's own first flow; empty where it has none. */
  readonly own: string
  /** Of its last flow; empty where it has none. */
  readonly newest: string
  /** Of a flow that another browser began. */
  readonly other: string
}

/** A callback that has to be refused: it carries a good code. */
export interface StateAttack {
  readonly label: string
  readonly before: Before
  /** The state that it carries: undefined for no such parameter, null where this cannot be tried. */
  state(states: States): string | undefined | null
  /** What its parameter is called. Default: `state`. */
  readonly parameter?: string
  /** The error that the callback reports, beside the code. */
  readonly error?: string
  /** Whether the other browser has finished its flow. */
  readonly isOtherFinished?: true
}

const none = () => undefined
const empty = () => ''
const madeUp = () => randomToken()
const ofOther = ({ other }: States) => other || null
const unchanged = ({ own }: States) => own || null

/** Decoders of base64 drop what is less than a group of four characters. */
const GROUP = 4

const changed =
  (change: (state: string) => string) =>
  ({ own }: States) => {
    const state = change(own)
    return state === own || own === '' ? null : state
  }

/** Another character of the same kind, whose bits differ much. */
function otherCharacter(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 5) % 10)
  if (/[a-f]/.test(character)) return character === 'a' ? 'd' : 'a'
  if (/[a-z]/.test(character)) return character < 'n' ? 'x' : 'b'
  if (/[A-Z]/.test(character)) return character < 'N' ? 'X' : 'B'
  return 'k'
}

function withOther(state: string, place: number): string {
  return state.slice(0, place) + otherCharacter(state.charAt(place)) + state.slice(place + 1)
}

/** The place nearest to the middle that is no separator. */
function middleOf(state: string): number {
  const middle = Math.floor(state.length / 2)
  const found = state.slice(middle).search(/[A-Za-z\d]/)
  return found < 0 ? middle : middle + found
}

function otherCase(state: string): string {
  return state.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** States that are wrong whatever the browser has been through. */
export const wrongStates = [
  { label: 'another state', state: madeUp },
  { label: 'no state', state: none },
  { label: 'an empty state', state: empty },
] as const

/** Longer than the columns that hold states, and than what some checks get through. */
const LONG = 600

/** What languages make of none when a text is asked for: where no flow is under way, that is what a state is compared with. */
const wordsForNone = ['null', 'undefined', 'None'].flatMap((word) =>
  (['never came', 'finished a flow'] as const).map(
    (before): StateAttack => ({
      label: `the state ${word} in a browser that ${before}`,
      before,
      state: () => word,
    }),
  ),
)

/** Every way in which the state of a callback may be wrong. The last character of base64 holds bits that nobody reads. */
export const stateAttacks: readonly StateAttack[] = [
  ...wrongStates.map(({ label, state }): StateAttack => ({ label, before: 'began a flow', state })),
  {
    label: 'the first character of the state changed',
    before: 'began a flow',
    state: changed((state) => withOther(state, 0)),
  },
  {
    label: 'a character in the middle of the state changed',
    before: 'began a flow',
    state: changed((state) => withOther(state, middleOf(state))),
  },
  { label: 'the state in the other letter case', before: 'began a flow', state: changed(otherCase) },
  { label: 'the state cut short', before: 'began a flow', state: changed((state) => state.slice(0, -GROUP)) },
  {
    label: 'the state without its first characters',
    before: 'began a flow',
    state: changed((state) => state.slice(GROUP)),
  },
  {
    label: 'the latter half of the state',
    before: 'began a flow',
    state: changed((state) => state.slice(Math.floor(state.length / 2))),
  },
  {
    label: 'the state with more before it',
    before: 'began a flow',
    state: changed((state) => `AbCd${state}`),
  },
  {
    label: 'half of the state',
    before: 'began a flow',
    state: changed((state) => state.slice(0, Math.ceil(state.length / 2))),
  },
  {
    label: 'the state with more behind it',
    before: 'began a flow',
    state: changed((state) => `${state}AbCd`),
  },
  { label: "the state of another browser's flow", before: 'began a flow', state: ofOther },
  { label: 'an error beside the code', before: 'began a flow', state: unchanged, error: 'access_denied' },
  {
    label: 'a failure of the service beside the code',
    before: 'began a flow',
    state: unchanged,
    error: 'server_error',
  },
  {
    label: 'an unknown error beside the code',
    before: 'began a flow',
    state: unchanged,
    error: 'consent_required',
  },
  {
    label: 'an error and another state beside the code',
    before: 'began a flow',
    state: madeUp,
    error: 'access_denied',
  },
  {
    label: 'an error beside the code, and no state',
    before: 'began a flow',
    state: none,
    error: 'server_error',
  },
  { label: 'the state of a finished flow', before: 'finished a flow', state: unchanged },
  {
    label: 'the state of a flow whose code was refused',
    before: 'had a code refused',
    state: unchanged,
  },
  {
    label: 'the state of a finished flow when another has begun',
    before: 'finished a flow and began another',
    state: unchanged,
  },
  {
    label: 'the state of a flow that another browser finished',
    before: 'began a flow',
    state: ofOther,
    isOtherFinished: true,
  },
  {
    label: "the state of another browser's flow after a finished flow",
    before: 'finished a flow',
    state: ofOther,
  },
  {
    label: 'an error beside the code when another flow has begun',
    before: 'finished a flow and began another',
    state: ({ newest }) => newest || null,
    error: 'access_denied',
  },
  { label: 'another state after a finished flow', before: 'finished a flow', state: madeUp },
  { label: 'no state after a finished flow', before: 'finished a flow', state: none },
  { label: 'an empty state after a finished flow', before: 'finished a flow', state: empty },
  { label: 'a state in a browser that began no flow', before: 'never came', state: madeUp },
  { label: 'no state in a browser that began no flow', before: 'never came', state: none },
  { label: 'an empty state in a browser that began no flow', before: 'never came', state: empty },
  {
    label: "the state of another browser's flow in a browser that began none",
    before: 'never came',
    state: ofOther,
  },
  {
    label: 'another state as a list',
    before: 'began a flow',
    state: madeUp,
    // Where this makes a list, comparing it with a text gives neither yes nor no.
    parameter: 'state[]',
  },
  { label: 'a very long state', before: 'began a flow', state: () => 'x'.repeat(LONG) },
  ...wrongStates.map(
    ({ label, state }): StateAttack => ({
      label: `${label} in a browser that only looked around`,
      before: 'only looked around',
      state,
    }),
  ),
  ...wordsForNone,
]
